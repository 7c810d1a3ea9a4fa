"""Grams of flour that a mill has made, from the readings of its scales."""

import numpy as np
from numba import njit, types


@njit(locals={"grams": types.int32, "bags": types.int64})
def flour(readings, tare):
    grams = 0
    bags = 0
    for reading in readings:
        net = reading - tare
        if net > 0:
            grams += net
            bags += 1
    return grams, bags


def main():
    rng = np.random.default_rng(14)
    for days in (1, 10, 100):
        readings = rng.integers(24_000, 26_000, 2_000 * days)
        grams, bags = flour(readings, 150)
        print(f"{days:3} days: {bags} bags, {grams / 1e6:.1f} tons")


main()
