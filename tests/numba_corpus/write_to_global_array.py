import numpy as np
from numba import njit

CACHE = np.zeros(10)


@njit
def remember(i, value):
    CACHE[i] = value  # fails: numba-array-layout: CACHE[i]


remember(1, 2.0)
