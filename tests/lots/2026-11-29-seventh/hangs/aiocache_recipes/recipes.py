"""Recipes, some of which are made of others. Each is worked out once (aiocache)."""

import asyncio

import aiocache
from aiocache.lock import RedLock

PARTS = {
    "bread": ["flour", "water", "starter"],
    "starter": ["flour", "water", "bread crumbs"],
    "bread crumbs": ["bread"],
    "soup": ["water", "leek"],
}
GRAMS = {"flour": 400, "water": 300, "leek": 200}


class Kitchen:
    def __init__(self):
        self.cache = aiocache.SimpleMemoryCache()
        self.worked_out = 0

    async def weight(self, name):
        known = await self.cache.get(name)
        if known is not None:
            return known
        async with RedLock(self.cache, name, None):
            known = await self.cache.get(name)
            if known is None:
                known = await self.work_out(name)
                await self.cache.set(name, known)
            return known

    async def work_out(self, name):
        await asyncio.sleep(0.02)
        self.worked_out += 1
        if name in GRAMS:
            return GRAMS[name]
        return sum([await self.weight(part) for part in PARTS[name]])


async def kettle():
    while True:
        await asyncio.sleep(0.3)


async def main():
    kitchen = Kitchen()
    boiling = asyncio.create_task(kettle(), name="kettle")
    for name in ("soup", "bread"):
        print(name, await kitchen.weight(name), flush=True)
    boiling.cancel()


if __name__ == "__main__":
    asyncio.run(main())
