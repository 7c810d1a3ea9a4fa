"""The deepest place of each part of a lake, looked for by a pool of processes."""

import logging
import multiprocessing
import os
import tempfile

import numpy as np
import store


def part(args):
    path, first, last = args
    logging.info("rows %d to %d in %d", first, last, os.getpid())
    return store.deepest(path, first, last)


def main():
    logging.basicConfig(level=logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lake")
        store.write(path, np.random.default_rng(3).normal(20, 4, (64, 64)))
        logging.info("deepest of all: %.2f", store.deepest(path, 0, 64))
        with multiprocessing.get_context("fork").Pool(2) as pool:
            parts = [(path, first, first + 16) for first in range(0, 64, 16)]
            print(pool.map(part, parts))


if __name__ == "__main__":
    main()
