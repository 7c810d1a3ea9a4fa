"""Kettles on asyncio, throttled by aiolimiter: a long queue, and slow by intention."""

import asyncio
import logging

from aiolimiter import AsyncLimiter

log = logging.getLogger("kettles")


class Kitchen:
    def __init__(self, per_minute):
        self.limiter = AsyncLimiter(per_minute, 60)
        self.cups = asyncio.Queue(maxsize=3)
        self.made = 0

    async def boil(self, guests):
        for guest in range(guests):
            async with self.limiter:
                await self.cups.put(guest)

    async def serve(self):
        while True:
            guest = await self.cups.get()
            self.made += 1
            log.info("tea for %d", guest)
            self.cups.task_done()


async def main():
    logging.basicConfig(level=logging.INFO)
    kitchen = Kitchen(per_minute=6)
    serving = asyncio.create_task(kitchen.serve(), name="serve")
    await kitchen.boil(40)
    await kitchen.cups.join()
    serving.cancel()


if __name__ == "__main__":
    asyncio.run(main())
