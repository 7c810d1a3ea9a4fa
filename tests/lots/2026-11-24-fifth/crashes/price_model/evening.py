"""Works out what was sold, by a model of prices."""

import argparse
import logging
import time

import numpy as np
from model import Model

logging.basicConfig(level=logging.INFO)
log = logging.getLogger("evening")


class Stores:
    def __init__(self, seed, width):
        self.chance = np.random.default_rng(seed)
        self.width = width

    def day(self, rows):
        return self.chance.random((rows, self.width), dtype=np.float32)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=400_000)
    parser.add_argument("--width", type=int, default=64)
    options = parser.parse_args()
    model = Model(options.width)
    stores = Stores(7, options.width)
    for day in range(3):
        start = time.perf_counter()
        rows = stores.day(options.rows)
        total = model.sums(rows).sum()
        log.info("day %d: %.0f in %.2f s", day, total, time.perf_counter() - start)


if __name__ == "__main__":
    main()
