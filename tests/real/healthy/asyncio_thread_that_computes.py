# The loop waits for a thread that hashes for minutes.
import asyncio
import hashlib


def derive(password):
    print("READY", flush=True)
    return hashlib.pbkdf2_hmac("sha256", password, b"salt", 500_000_000)


async def main():
    print(len(await asyncio.to_thread(derive, b"secret")))


asyncio.run(main())
