"""Editors who write items; one desk for all of them."""

import asyncio
import random


class Desk:
    def __init__(self, editors, publish):
        self.desk = asyncio.Lock()
        self.publish = publish
        self.editors = [f"editor {number}" for number in range(editors)]
        self.tasks = []

    async def write(self, name):
        chance = random.Random(name)
        while True:
            async with self.desk:
                await asyncio.sleep(8)
                self.publish(f"{name}: {chance.randrange(1000)} words")
            await asyncio.sleep(0)

    def open(self):
        self.tasks = [asyncio.create_task(self.write(name), name=name) for name in self.editors]

    def close(self):
        for task in self.tasks:
            task.cancel()
