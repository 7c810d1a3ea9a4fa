"""Orders of a kitchen: each takes its time on the stove."""

import asyncio
import itertools


class Stove:
    def __init__(self):
        self.busy = asyncio.Lock()
        self.numbers = itertools.count(1)

    async def cook(self, dish, seconds):
        async with self.busy:
            await asyncio.sleep(seconds)
            return f"{next(self.numbers)}: {dish}"
