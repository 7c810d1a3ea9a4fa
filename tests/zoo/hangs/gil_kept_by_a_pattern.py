# hang: cause=gil-held confidence=likely watch=yes python=3.8-3.15 gil=needed computes=yes text=MainThread
"""A request is checked in a thread, so that the event loop stays free: the pattern keeps the GIL."""
import asyncio
import re

ADDRESS = re.compile(r"^([a-z0-9]+[._-]?)+@example\.org$")


async def heartbeat():
    while True:
        await asyncio.sleep(0.05)


def check(address):
    return ADDRESS.match(address) is not None  # <-- here


async def main():
    beating = asyncio.ensure_future(heartbeat())
    print("READY", flush=True)
    await asyncio.sleep(0.2)
    await asyncio.get_running_loop().run_in_executor(None, check, "a" * 60 + "!")
    beating.cancel()


asyncio.run(main())
