"""Takes spectra from the antenna to the belt, and tells where the line is."""

import argparse
import logging
import threading

import numpy as np

import source
from belt import Belt

log = logging.getLogger("observe")


class Uptime(threading.Thread):
    def __init__(self, every):
        super().__init__(name="uptime", daemon=True)
        self.every = every
        self.stopped = threading.Event()
        self.minutes = 0

    def run(self):
        while not self.stopped.wait(self.every):
            self.minutes += 1


def overview(antenna, rows):
    belt = Belt(6, (rows, antenna.channels), np.uint8)
    for power in antenna.blocks(4, rows):
        belt.put(source.to_bytes(power))
    return int(belt.latest().mean(axis=0).argmax())


def observe(antenna, rows, number):
    belt = Belt(6, (rows, antenna.channels), np.float64)
    for at, power in enumerate(antenna.blocks(number, rows)):
        belt.put(source.saturated(power, 100))
        log.info("block %d: line at %d", at, belt.latest().mean(axis=0).argmax())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--channels", type=int, default=4096)
    parser.add_argument("--rows", type=int, default=256)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    uptime = Uptime(5)
    uptime.start()
    antenna = source.Antenna(options.channels, 2.4e6)
    log.info("overview: line at %d", overview(antenna, options.rows))
    observe(antenna, options.rows, 12)
    uptime.stopped.set()


if __name__ == "__main__":
    main()
