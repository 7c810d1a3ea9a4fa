import numpy as np
from numba import njit

@njit
def f(n):
    return np.empty(n, dtype=object)  # fails: numba-global: object

f(2)
