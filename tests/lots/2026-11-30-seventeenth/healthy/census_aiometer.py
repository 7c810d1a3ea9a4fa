"""Asks one parish after the other, six a minute and two at once, and adds up."""

import asyncio
import functools
import random

import aiometer

PARISHES = [f"parish {number}" for number in range(24)]


class Registry:
    def __init__(self):
        self.book = asyncio.Lock()
        self.total = 0

    async def ask(self, rng, parish):
        await asyncio.sleep(rng.uniform(4, 9))
        async with self.book:
            await asyncio.sleep(8)
            self.total += rng.randrange(200, 900)
        return parish, self.total


async def main():
    registry = Registry()
    ask = functools.partial(registry.ask, random.Random(8))
    async with aiometer.amap(ask, PARISHES, max_at_once=2, max_per_second=0.1) as results:
        async for parish, total in results:
            print(parish, total, flush=True)


if __name__ == "__main__":
    asyncio.run(main())
