"""Mean and spread of readings, gathered in an object."""

import numpy as np
from numba import float64, int64, njit, prange
from numba.experimental import jitclass


@jitclass([("count", int64), ("total", float64), ("squares", float64)])
class Moments:
    def __init__(self):
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def spread(self):
        mean = self.total / self.count
        return np.sqrt(self.squares / self.count - mean * mean)


@njit(parallel=True)
def gather(readings, moments, low, high):
    for i in prange(readings.size):
        value = readings[i]
        if low < value < high:
            moments.count += 1  # fails: data-race: moments
            moments.total += value
            moments.squares += value * value


def main():
    readings = np.random.default_rng(6).normal(size=20_000)
    moments = Moments()
    gather(readings, moments, -3.0, 3.0)
    print(moments.count > 0, moments.spread() > 0)


main()
