"""Energies and envelopes of all stations of a night."""

import argparse
import collections
import logging
import time

import numpy as np

import _tremor

log = logging.getLogger("batch")
Row = collections.namedtuple("Row", "station energy peaks")


class Batch:
    stations = ("KLOT", "WIES", "NORD", "HAAR")

    def __init__(self, seconds, rate=100):
        self.seconds = seconds
        self.rate = rate

    def trace(self, station):
        rng = np.random.default_rng(sum(map(ord, station)))
        calm = rng.normal(size=self.seconds * self.rate)
        calm[1000:1400] *= 9
        return calm

    def rows(self, peaks):
        for station in self.stations:
            trace = self.trace(station)
            energy = _tremor.energy(trace)
            log.info("%s: %.1f", station, energy)
            found = None
            if peaks:
                found = np.flatnonzero(_tremor.envelope(trace, self.rate) > 6).tolist()
            yield Row(station, energy, found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--no-peaks", action="store_true")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO)
    start = time.monotonic()
    for row in Batch(options.seconds).rows(not options.no_peaks):
        print(*row)
    log.info("%.1f s", time.monotonic() - start)


if __name__ == "__main__":
    main()
