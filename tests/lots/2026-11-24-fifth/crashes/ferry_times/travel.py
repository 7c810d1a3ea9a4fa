"""Which ferry is the first one that a traveller can take?"""

import argparse
import asyncio
import itertools

from ferries import Ferry, departure


class Travel:
    def __init__(self, arrival, ferries):
        self.arrival = arrival
        self.ferries = ferries

    async def first(self):
        times = await asyncio.gather(*map(departure, self.ferries))
        return min((minutes, name) for name, minutes in times if minutes >= self.arrival)


async def waves():
    for number in itertools.count():
        await asyncio.sleep(0.05)
        if number > 10_000:
            break


async def travel(names, arrival):
    sea = asyncio.create_task(waves())
    minutes, name = await Travel(arrival, [Ferry(name, 12) for name in names]).first()
    print(f"the {name} ferry, at {minutes // 60}:{minutes % 60:02}")
    sea.cancel()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arrival", type=int, default=11 * 60)
    options = parser.parse_args()
    asyncio.run(travel(["morning", "noon"], options.arrival))
    asyncio.run(travel(["noon", "evening", "night"], options.arrival))


if __name__ == "__main__":
    main()
