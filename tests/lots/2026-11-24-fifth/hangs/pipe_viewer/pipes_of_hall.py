"""Lines of several named pipes, by aiofiles."""

import asyncio
import os

import aiofiles


class Pipes:
    def __init__(self, folder, names):
        self.paths = {name: os.path.join(folder, name) for name in names}
        self.seen = dict.fromkeys(names, 0)
        for path in self.paths.values():
            os.mkfifo(path)

    async def follow(self, name):
        async with aiofiles.open(self.paths[name], encoding="utf-8") as pipe:
            async for line in pipe:
                self.seen[name] += 1
                print(f"{name}: {line}", end="", flush=True)

    async def tell(self, name, line):
        async with aiofiles.open(self.paths[name], "w", encoding="utf-8") as pipe:
            await pipe.write(line + "\n")

    async def follow_all(self):
        await asyncio.gather(*map(self.follow, self.paths))
