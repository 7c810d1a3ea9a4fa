# A task fails while another one is starting a subprocess; asyncio.run waits for that one's end.
# https://github.com/python/cpython/issues/115787
import asyncio
import sys


async def compile_one(number, limit):
    async with limit:
        command = [sys.executable, "--version"]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)  # <-- here
        await process.wait()
        print("READY", flush=True)
        raise RuntimeError(f"{number} failed")


async def main():
    limit = asyncio.Semaphore(1)
    await asyncio.gather(*(compile_one(n, limit) for n in range(2)))


asyncio.run(main())  # <-- also
