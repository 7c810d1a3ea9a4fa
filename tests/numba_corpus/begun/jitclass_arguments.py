import numpy as np
from numba import float64, int64
from numba.experimental import jitclass


@jitclass([("size", int64), ("data", float64[:])])
class Ring:
    def __init__(self, size):
        self.size = size
        self.data = np.zeros(size)

    def put(self, i, value):
        self.data[i % self.size] = value


def build(n):
    return Ring(n, 0.0)  # fails: numba-argument-count: Ring(n, 0.0)


build(8).put(3, 1.0)
