import numpy as np
from numba import njit

class Filter:
    def __init__(self, gain):
        self.gain = gain

    def apply(self, values):
        @njit
        def inner(values):
            return values * self.gain  # fails: numba-global: self

        return inner(values)

Filter(2.0).apply(np.ones(4))
