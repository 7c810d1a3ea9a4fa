"""One firing of the kiln."""

import asyncio
import logging

from curve import BISQUE, GLAZE
from kiln import Packets, Sensor, pair


class Firing:
    def __init__(self, until):
        self.until = until
        self.hot = asyncio.Event()

    def heat(self, number, heat):
        logging.info("%d: %.0f", number, heat)
        if heat >= self.until:
            self.hot.set()


async def clock():
    while True:
        await asyncio.sleep(0.3)


async def fire(curve):
    here, there = pair()
    firing = Firing(curve.top)
    packets = Packets(here, firing.heat)
    sensor = Sensor(there)
    for number, heat in enumerate(curve.heats):
        await sensor.send(number, heat, curve.parts)
    await firing.hot.wait()
    asyncio.get_running_loop().remove_reader(packets.connection)


async def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    ticking = asyncio.create_task(clock())
    for curve in (BISQUE, GLAZE):
        logging.info("%s", curve.name)
        await fire(curve)
    ticking.cancel()


if __name__ == "__main__":
    asyncio.run(main())
