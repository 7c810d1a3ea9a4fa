"""Opens a door for whom rings, in asyncio."""

import argparse
import asyncio
import dataclasses

from bell import Bell


@dataclasses.dataclass
class Visit:
    number: int
    opened: bool = False


class Porter:
    def __init__(self, bell):
        self.rings = asyncio.Queue()
        self.visits = []
        bell.listen(self.rang)

    def rang(self, number):
        self.rings.put_nowait(number)

    async def next_visit(self):
        return Visit(await self.rings.get())

    async def work(self):
        while True:
            visit = await self.next_visit()
            visit.opened = True
            self.visits.append(visit)
            print("visit", visit.number, flush=True)


async def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pause", type=float, default=0.8)
    options = parser.parse_args()
    bell = Bell(1000, options.pause)
    porter = Porter(bell)
    bell.start()
    await porter.work()


if __name__ == "__main__":
    asyncio.run(main())
