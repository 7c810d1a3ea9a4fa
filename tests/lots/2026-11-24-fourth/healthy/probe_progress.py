"""Runs a converter that tells of its progress, and shows it."""

import asyncio
import sys

CONVERTER = """
import time
for percent in range(101):
    print(percent, flush=True)
    time.sleep(5)
"""


async def convert(name):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CONVERTER, stdout=asyncio.subprocess.PIPE
    )
    async for line in process.stdout:
        print(name, line.decode().strip(), "%", flush=True)
    return await process.wait()


async def main():
    slots = asyncio.Semaphore(2)

    async def one(name):
        async with slots:
            return await convert(name)

    await asyncio.gather(*(one(f"movie {number}") for number in range(6)))


if __name__ == "__main__":
    asyncio.run(main())
