"""Shares of a cooperative: what depends on what is worked out once."""

import asyncio

from asyncstdlib.functools import cached_property


class Cooperative:
    def __init__(self, harvest, members):
        self.harvest = harvest
        self.members = members

    @cached_property(asyncio.Lock)
    async def total(self):
        await asyncio.sleep(0.05)  # asks the scales
        return sum(self.harvest) - await self.reserve

    @cached_property(asyncio.Lock)
    async def reserve(self):
        await asyncio.sleep(0.05)  # asks the treasurer
        return round(0.1 * await self.total)

    async def share(self):
        return await self.total / self.members


async def main():
    ticks = asyncio.create_task(asyncio.sleep(3600), name="next meeting")
    print("a share:", await Cooperative([120, 80, 55], 6).share())
    ticks.cancel()


asyncio.run(main())
