"""A night at the lighthouse."""

import logging
import signal

import trio
from keepers import fog, horn, lamp

log = logging.getLogger("night")


class Lighthouse:
    def __init__(self):
        self.lamp = lamp.Lamp()
        self.horn = horn.Horn()
        self.sensor = fog.Sensor()

    async def start(self, nursery):
        log.info("lamp: every %.1f s", await nursery.start(self.lamp.serve))
        log.info("horn: %.1f bar", await nursery.start(self.horn.serve, self.sensor.receive))
        log.info("sensor: %d reports", await nursery.start(self.sensor.serve))

    async def night(self):
        async with trio.open_nursery() as nursery:
            await self.start(nursery)
            with trio.open_signal_receiver(signal.SIGTERM) as signals:
                async for number in signals:
                    log.info("%s: the night is over", signal.Signals(number).name)
                    break
            nursery.cancel_scope.cancel()


def main():
    logging.basicConfig(level=logging.INFO)
    house = Lighthouse()
    trio.run(house.night)
    print(house.lamp.flashes, "flashes,", house.horn.sounded, "times the horn")


if __name__ == "__main__":
    main()
