"""Log the messages of a greenhouse: python house.py LIBRARY"""

import asyncio
import logging
import random
import sys

from bus import Bus

log = logging.getLogger("house")


class Device:
    def __init__(self, name, every):
        self.name = name
        self.every = every

    async def run(self, outbox):
        while True:
            await asyncio.sleep(self.every)
            for topic, value in self.measure():
                await outbox.put((f"{self.name}/{topic}", value))


class Climate(Device):
    def __init__(self, name, every, seed):
        super().__init__(name, every)
        self.random = random.Random(seed)

    def measure(self):
        warm = self.random.gauss(22, 2)
        yield "warm", warm
        yield "range", (warm - 1.5, warm + 2.5)


class Windows(Device):
    def __init__(self, name, every):
        super().__init__(name, every)
        self.open = 0

    def measure(self):
        self.open = (self.open + 15) % 90
        yield "angle", float(self.open)
        yield "state", "open" if self.open > 30 else "ajar"
        yield "moves", self.open // 15


async def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    bus = Bus(sys.argv[1])
    outbox = asyncio.Queue(maxsize=20)
    devices = [Climate("north", 0.1, 1), Climate("south", 0.13, 2), Windows("roof", 0.4)]
    tasks = [asyncio.create_task(device.run(outbox), name=device.name) for device in devices]
    for _ in range(60):
        topic, value = await outbox.get()
        log.info(bus.line(topic, value))
    for task in tasks:
        task.cancel()


asyncio.run(main())
