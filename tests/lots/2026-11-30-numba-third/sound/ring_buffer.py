"""The last samples of a stream in a ring: indices below zero count from the end, as in Python."""

import numpy as np
from numba import float64, int64, njit
from numba.experimental import jitclass


@jitclass([("values", float64[::1]), ("at", int64), ("used", int64)])
class Ring:
    def __init__(self, size):
        self.values = np.zeros(size)
        self.at = 0
        self.used = 0

    def push(self, value):
        self.values[self.at] = value
        self.at = (self.at + 1) % self.values.size
        self.used = min(self.used + 1, self.values.size)

    def back(self, steps):
        return self.values[self.at - 1 - steps]

    def __len__(self):
        return self.used


@njit
def trend(ring):
    return ring.back(0) - ring.back(len(ring) - 1)


def main():
    ring = Ring(8)
    for value in range(19):
        ring.push(value**1.5)
        if value >= 7:
            assert ring.back(0) == value**1.5 and ring.back(7) == (value - 7) ** 1.5
    print(len(ring), round(trend(ring), 4))


main()
