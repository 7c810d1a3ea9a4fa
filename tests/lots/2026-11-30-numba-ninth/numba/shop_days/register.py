"""Takings of a shop, with sums that go on from one day to the next."""

import numpy as np
from numba import njit


@njit
def step(kept, taking):
    kept[0] += taking
    kept[1] += taking * taking
    kept[2] += 1.0


@njit
def day(takings, sums=np.zeros(3)):
    for taking in takings:
        step(sums, taking)
    count = max(1.0, sums[2])
    mean = sums[0] / count
    return mean, np.sqrt(max(0.0, sums[1] / count - mean * mean)), sums[2]


class Till:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def takings(self, count):
        return self.rng.gamma(3.0, 8.0, count)
