import numpy as np
from numba import float64
from numba.experimental import jitclass


@jitclass([("a", float64[:])])
class Grid:
    def __init__(self, n):
        self.a = np.zeros((n, n))  # fails: numba-operand-types: self.a


Grid(3)
