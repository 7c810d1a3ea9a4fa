"""Packs the texts of postcards, year by year."""

import asyncio
import random
import sys

from packing import Column

WORDS = "weather lovely sea greetings from all of us wish you were here aunt ferry ice cream".split()


def cards(year, number):
    chance = random.Random(year)
    return [" ".join(chance.choices(WORDS, k=chance.randint(6, 30))) for _ in range(number)]


class Archive:
    def __init__(self, years):
        self.years = years
        self.packed = {}

    async def tick(self):
        while True:
            await asyncio.sleep(0.05)

    async def run(self):
        ticker = asyncio.create_task(self.tick())
        for year, number in self.years.items():
            column = Column(cards(year, number))
            self.packed[year] = await asyncio.to_thread(column.lines)
            print(year, len(self.packed[year]), flush=True)
        ticker.cancel()


def main():
    asyncio.run(Archive({1961: 210, 1962: 340, 1963: 1250, 1964: 90}).run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
