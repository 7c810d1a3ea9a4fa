"""A day in the garden: tours, pruning, and the sun."""

import trio

from garden import Garden

BEDS = ["damask", "gallica", "alba", "moss", "tea"]


class Fountain:
    def __init__(self):
        self.jets = 0

    async def run(self):
        while True:
            await trio.sleep(1.5)
            self.jets += 1
            print("fountain", self.jets, flush=True)


class Day:
    def __init__(self, garden, groups):
        self.garden = garden
        self.groups = groups

    async def run(self):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Fountain().run)
            await self.garden.prune()
            for hour, visitors in enumerate(self.groups, 10):
                await self.guide(hour, visitors)
                await self.garden.noon()
            nursery.cancel_scope.cancel()

    async def guide(self, hour, visitors):
        garden = self.garden
        print(f"{hour}:00 a tour of {visitors}", flush=True)
        await garden.tour(visitors)
        print("seen", garden.seen, flush=True)


def main():
    day = Day(Garden(BEDS), [4, 9, 2, 7])
    trio.run(day.run)


if __name__ == "__main__":
    main()
