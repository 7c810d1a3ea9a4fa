"""Wear of mill stones: sums, products and extremes over many grains."""

import math

import numpy as np
from numba import njit, prange


@njit
def wear(size, hardness):
    return size**0.5 * math.exp(0.2 * hardness)


@njit(parallel=True)
def grind(sizes, hardness, limit):
    total = 0.0
    kept = 1.0
    coarse = 0
    most = -1.0
    least = 1e9
    rings = np.zeros(8)
    for at in prange(len(sizes)):
        one = wear(sizes[at], hardness[at])
        total += one
        kept *= 1.0 - 1e-7 * one
        most = max(most, one)
        least = min(least, one)
        if one > limit:
            coarse += 1
        ring = np.zeros(8)
        ring[at % 8] = one
        rings += ring
    return total, kept, coarse, most, least, rings


def main():
    rng = np.random.default_rng(0)
    sizes = rng.uniform(0.1, 3.0, 100_000)
    hardness = rng.uniform(1, 7, 100_000)
    total, kept, coarse, most, least, rings = grind(sizes, hardness, 4.0)
    assert abs(total - rings.sum()) < 1e-6 * total
    assert coarse == int((np.sqrt(sizes) * np.exp(0.2 * hardness) > 4.0).sum())
    print(round(total, 3), round(kept, 6), coarse, round(most, 3), round(least, 3))


if __name__ == "__main__":
    main()
