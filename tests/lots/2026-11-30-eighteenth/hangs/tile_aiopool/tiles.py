"""Tiles of a map, each of which may be made of four smaller ones."""

import asyncio


class Tiles:
    def __init__(self, pool, depth):
        self.pool = pool
        self.depth = depth
        self.made = 0

    async def draw(self, zoom, x, y):
        await asyncio.sleep(0.05)
        self.made += 1
        return zoom * 100 + x * 10 + y

    async def tile(self, zoom, x, y):
        if zoom == self.depth:
            return await self.draw(zoom, x, y)
        parts = await self.pool.map(
            lambda at: self.tile(zoom + 1, 2 * x + at[0], 2 * y + at[1]), [(0, 0), (0, 1), (1, 0), (1, 1)]
        )
        return sum(parts)
