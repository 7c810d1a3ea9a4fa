import asyncio
import itertools

import aiotools


class Bakery:
    """Each order is baked by three ovens at a time, and what came out of them is counted."""

    def __init__(self, ovens=3):
        self.ovens = ovens
        self.numbers = itertools.count(1)

    async def order(self, loaves):
        number = next(self.numbers)
        belt = asyncio.Queue(maxsize=8)
        baked = []
        async with aiotools.TaskScope() as scope:
            for oven in range(self.ovens):
                scope.create_task(self._bake(oven, belt, baked))
            for loaf in loaves:
                await belt.put(loaf)
        for _ in range(self.ovens):
            await belt.put(None)
        return number, len(baked)

    async def _bake(self, oven, belt, baked):
        while True:
            loaf = await belt.get()
            if loaf is None:
                return
            await asyncio.sleep(0.05)
            baked.append((oven, loaf))
