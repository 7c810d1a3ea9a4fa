import asyncio
import threading
import time

import greenback

from store import Disk, SyncLedger

FIELDS = {"mill field": [3, 4, 2], "long acre": [5, 1], "hill": [2, 2, 2]}


def with_portal(function):
    async def run(*args):
        await greenback.ensure_portal()
        return function(*args)

    return run


class Farm:
    def __init__(self):
        self.ledger = SyncLedger(Disk())
        self.minutes = 0

    @with_portal
    def bring_in(self, field, loads):
        for tons in loads:
            self.ledger.harvest(field, tons)
        return field

    async def clock(self):
        while True:
            await asyncio.sleep(0.1)
            self.minutes += 1

    async def season(self):
        clock = asyncio.create_task(self.clock())
        first = await asyncio.create_task(self.bring_in("garden", [1, 1]))
        print("brought in:", first, self.minutes, flush=True)
        fields = [asyncio.create_task(self.bring_in(name, loads)) for name, loads in FIELDS.items()]
        for done in asyncio.as_completed(fields):
            print("brought in:", await done, flush=True)
        clock.cancel()


def weather(stop):
    readings = []
    while not stop.wait(1.0):
        readings.append(time.time())
        del readings[:-60]


def main():
    stop = threading.Event()
    threading.Thread(target=weather, args=(stop,), daemon=True, name="weather").start()
    asyncio.run(Farm().season())
    stop.set()


if __name__ == "__main__":
    main()
