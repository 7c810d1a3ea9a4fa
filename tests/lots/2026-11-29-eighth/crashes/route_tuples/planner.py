"""Plans of coaches, from lines that drivers have typed, one coroutine for each coach."""

import asyncio
import collections
import sys

sys.path.insert(0, ".")
import routes

TYPED = {
    "north": "Kiel>Plau>Rerik",
    "south": "Ulm>Lindau>Bregenz>Chur",
    "west": "Trier>>Metz>Nancy",
}


class Coach:
    def __init__(self, name, typed):
        self.name = name
        self.typed = typed
        self.passed = []

    async def drive(self, board):
        stops = routes.split(self.typed)
        for number, stop in enumerate(stops):
            self.passed.append(stop)
            await board.arrived(self, number, len(stops))
            await asyncio.sleep(0.05)


class Board:
    def __init__(self):
        self.stops = collections.Counter()

    async def arrived(self, coach, number, count):
        stop = coach.passed[-1]
        self.stops[stop] += 1
        print(f"{coach.name}: {stop} ({number + 1} of {count})", flush=True)


async def main():
    board = Board()
    async with asyncio.TaskGroup() as group:
        for name, typed in TYPED.items():
            group.create_task(Coach(name, typed).drive(board), name=name)


if __name__ == "__main__":
    asyncio.run(main())
