"""The yield of all fields by the formula in the folder that is given."""

import sys

import numpy as np
from numba import njit

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

from formula import per_hectare  # noqa: E402


@njit(cache=True)
def harvest(fields):
    total = 0.0
    for at in range(len(fields)):
        area, water, warmth, nitrogen = fields[at]
        total += area * max(0.0, per_hectare(water, warmth, nitrogen))
    return total


def fields(count):
    rng = np.random.default_rng(31)
    table = np.empty((count, 4))
    table[:, 0] = rng.uniform(1, 12, count)
    table[:, 1] = rng.uniform(2, 8, count)
    table[:, 2] = rng.uniform(8, 25, count)
    table[:, 3] = rng.uniform(20, 140, count)
    return table


if __name__ == "__main__":
    print(harvest(fields(300)))
