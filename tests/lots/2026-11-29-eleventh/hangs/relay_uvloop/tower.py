"""The tower: ships call by radio, and are told whether they may enter."""

import asyncio
import contextlib

import uvloop
from harbour import Harbour
from pilot import Pilot


class Tower:
    def __init__(self, pilot):
        self.pilot = pilot
        self.calls = asyncio.Queue()
        self.told = {}

    async def listen(self):
        while True:
            ship, tide = await self.calls.get()
            self.told[ship] = self.pilot.may_enter(ship, tide)
            print(ship, "may enter" if self.told[ship] else "has to wait", flush=True)
            self.calls.task_done()

    async def call(self, ship, tide):
        await self.calls.put((ship, tide))


async def beacon():
    turns = 0
    while True:
        await asyncio.sleep(0.25)
        turns += 1


async def watch():
    tower = Tower(Pilot(await Harbour().open()))
    tasks = [asyncio.create_task(tower.listen()), asyncio.create_task(beacon())]
    for ship in ("Hulda", "Ilse"):
        await tower.call(ship, "high")
    await tower.calls.join()
    for task in tasks:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    return tower.told


if __name__ == "__main__":
    print(uvloop.run(watch()))
