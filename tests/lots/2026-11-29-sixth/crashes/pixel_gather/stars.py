"""Measures the stars of an image: what is bright, and how bright around it."""

import argparse
import functools
import time

import numpy as np
from pixels import take


def timed(function):
    @functools.wraps(function)
    def inner(*arguments):
        start = time.perf_counter()
        try:
            return function(*arguments)
        finally:
            print(function.__name__, f"{time.perf_counter() - start:.3f} s", flush=True)

    return inner


class Sky:
    def __init__(self, size, seed):
        chance = np.random.default_rng(seed)
        self.size = size
        self.image = chance.normal(100, 5, size * size).astype(np.float32)
        self.image[chance.integers(0, size * size, 3000)] += 900

    @timed
    def bright(self, mark):
        return np.flatnonzero(self.image > mark).astype(np.int32)

    @timed
    def around(self, stars):
        return take(self.image, np.concatenate([stars, (stars + 1) % self.image.size]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1500)
    options = parser.parse_args()
    sky = Sky(options.size, seed=6)
    print(sky.around(sky.bright(500)).mean())


if __name__ == "__main__":
    main()
