"""A weather station: reads for some seconds, and sends what it reads."""

import logging
import math
import threading
import time

from uplink import Uplink

log = logging.getLogger("station")


class Sensor:
    def __init__(self, name, period):
        self.name = name
        self.period = period

    def read(self):
        return 20 + 5 * math.sin(time.monotonic() / self.period)


class Watchdog(threading.Thread):
    def __init__(self):
        super().__init__(name="watchdog", daemon=True)
        self.fed = 0

    def run(self):
        while True:
            time.sleep(0.5)
            self.fed += 1


def over_the_air(batch):
    time.sleep(0.05)
    log.info("sent %d values", len(batch))


def main(seconds=2):
    logging.basicConfig(level=logging.INFO)
    Watchdog().start()
    uplink = Uplink(over_the_air)
    sensors = [Sensor("inside", 40), Sensor("outside", 9)]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for sensor in sensors:
            uplink.send(sensor=sensor.name, value=sensor.read())
        time.sleep(0.1)
    log.info("the day is over")


if __name__ == "__main__":
    main()
