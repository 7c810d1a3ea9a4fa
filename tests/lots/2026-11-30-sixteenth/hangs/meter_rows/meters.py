import asyncio
import random


class Meter:
    def __init__(self, name, archive, seed):
        self.name = name
        self.archive = archive
        self.random = random.Random(seed)

    async def rows(self, number):
        try:
            for index in range(number):
                await asyncio.sleep(0.005)
                row = (self.name, index, round(self.random.gauss(230, 2), 1))
                self.archive.put(row)
                yield row
        finally:
            await self.archive.flushed()


async def first_above(meter, limit, number=500):
    async for row in meter.rows(number):
        if row[2] > limit:
            return row
    return None
