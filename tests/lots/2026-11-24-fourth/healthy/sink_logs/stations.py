"""Stations that log; one sink is slow, so all of them wait for one another there."""

import itertools
import sys
import threading
import time

from loguru import logger
from measure import Gauge
from sinks import FarSink


class Station(threading.Thread):
    def __init__(self, name, log):
        super().__init__(name=name, daemon=True)
        self.log = log.bind(station=name)
        self.gauge = Gauge(len(name))

    def run(self):
        for number in itertools.count():
            level = self.gauge.level(number)
            self.log.info("measurement {}: {:.2f}", number, level)
            time.sleep(0.5)


class Tide(threading.Thread):
    """Adds up the levels of all stations, for the tide that comes."""

    def __init__(self, stations):
        super().__init__(name="tide", daemon=True)
        self.stations = stations
        self.spent = 0.0

    def run(self):
        while True:
            self.spent = sum(station.gauge.seconds for station in self.stations)
            time.sleep(0.3)


def main():
    sink = FarSink(1.6)
    logger.remove()
    logger.add(sink, format="{extra[station]} {message}")
    logger.add(sys.stderr, level="WARNING")
    stations = [Station(name, logger) for name in ("pier", "tower", "dune", "dam")]
    Tide(stations).start()
    for station in stations:
        station.start()
    for station in stations:
        station.join()


if __name__ == "__main__":
    main()
