"""Follows a log with aiofiles; a task writes into it every eight seconds."""

import asyncio
import os
import tempfile

import aiofiles


async def write(path):
    number = 0
    while True:
        await asyncio.sleep(8)
        number += 1
        async with aiofiles.open(path, "a") as log:
            await log.write(f"entry {number}\n")


async def follow(path):
    async with aiofiles.open(path) as log:
        while True:
            line = await log.readline()
            if line:
                print(line, end="", flush=True)
            else:
                await asyncio.sleep(0.5)


async def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log")
        open(path, "w").close()
        await asyncio.gather(write(path), follow(path))


if __name__ == "__main__":
    asyncio.run(main())
