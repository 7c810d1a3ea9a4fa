import asyncio

import trio
import trio_asyncio

from beacon import Beacon, Tower


class Driver:
    def __init__(self):
        self.turns = 0

    async def turn(self, pause):
        await asyncio.sleep(pause)
        self.turns += 1


async def sail(name, beacon, seen):
    for _ in range(3):
        count = await beacon.next()
        print(f"{name} sees flash {count}", flush=True)
        seen.append((name, count))
        await trio.sleep(0.1)


async def gulls():
    while True:
        await trio.sleep(2.5)
        print("gulls", flush=True)


async def main():
    beacon = Beacon()
    tower = Tower(beacon, Driver())
    seen = []
    async with trio.open_nursery() as outer:
        outer.start_soon(gulls)
        async with trio.open_nursery() as nursery:
            for name in ("Anna", "Berta"):
                nursery.start_soon(sail, name, beacon, seen)
            nursery.start_soon(tower.run, [0.4, 0.4, 0.4, 0.4])
        print(len(seen), "flashes were seen")
        outer.cancel_scope.cancel()


trio_asyncio.run(main)
