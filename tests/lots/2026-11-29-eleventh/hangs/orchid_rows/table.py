"""A table of orchids in a file; only one may read or write at a time."""

import asyncio
import json
import os


class Table:
    def __init__(self, path):
        self.path = path
        self.lock = asyncio.Lock()

    async def rows(self):
        async with self.lock:
            with open(self.path, encoding="utf-8") as file:
                for line in file:
                    await asyncio.sleep(0)
                    yield json.loads(line)

    async def append(self, row):
        async with self.lock:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")

    async def count(self):
        number = 0
        async for _ in self.rows():
            number += 1
        return number

    def remove(self):
        os.unlink(self.path)
