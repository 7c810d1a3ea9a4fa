"""Levels at the end of some basins, two of them at a time."""

import argparse
import concurrent.futures
import logging
import threading

from _tides import Basin

log = logging.getLogger("harbours")
HARBOURS = {"Ditzum": (300, 2.4), "Greet": (420, 3.1), "Norddeich": (260, 2.9)}


class Progress:
    def __init__(self, name, steps):
        self.name = name
        self.steps = steps

    def __call__(self, step, level):
        log.info("%s: %d of %d, level %.2f", self.name, step, self.steps, level)


class Runs:
    def __init__(self, steps, verbose):
        self.steps = steps
        self.verbose = verbose
        self.levels = {}
        self._lock = threading.Lock()

    def run(self, name):
        cells, depth = HARBOURS[name]
        basin = Basin(cells, depth)
        if self.verbose:
            level = basin.run(self.steps, progress=Progress(name, self.steps))
        else:
            level = basin.run(self.steps)
        with self._lock:
            self.levels[name] = level
        return name


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(threadName)s %(message)s")
    runs = Runs(options.steps, not options.quiet)
    with concurrent.futures.ThreadPoolExecutor(2, "basin") as pool:
        for name in pool.map(runs.run, HARBOURS):
            print(name, round(runs.levels[name], 3))


if __name__ == "__main__":
    main()
