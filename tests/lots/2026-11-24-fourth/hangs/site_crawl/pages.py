"""A site of pages, each of which links to others."""

import asyncio


class Site:
    def __init__(self, width, depth):
        self.width, self.depth = width, depth

    async def links(self, path):
        await asyncio.sleep(0.05)
        if path.count("/") > self.depth:
            return []
        return [f"{path}/{number}" for number in range(self.width)]
