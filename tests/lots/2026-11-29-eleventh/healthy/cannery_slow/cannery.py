"""A day in the cannery: herrings into tins of half a pound."""

import asyncio

import stages
from belt import Belt

CATCH = [
    {"name": f"herring {number}", "days": number // 9, "length": 20 + number % 7} for number in range(40)
]


class Foreman:
    """Looks round twice a second."""

    def __init__(self, belts):
        self.belts = belts
        self.seen = []

    async def walk(self):
        while True:
            await asyncio.sleep(0.5)
            self.seen.append([belt.carried for belt in self.belts])
            del self.seen[:-10]


async def day():
    raw, weighed = Belt("raw", 8), Belt("weighed", 4)
    foreman = asyncio.create_task(Foreman([raw, weighed]).walk(), name="foreman")
    landing = asyncio.create_task(stages.land(CATCH, raw), name="landing")
    weighing = asyncio.create_task(stages.weigh(raw, weighed, stages.scale), name="weighing")
    filling = asyncio.create_task(stages.fill(weighed, 225), name="filling")
    tins = await filling
    await asyncio.gather(landing, weighing)
    foreman.cancel()
    return tins


if __name__ == "__main__":
    print(asyncio.run(day()), "tins")
