import numpy as np
from numba import njit

@njit
def f(a, m):
    a[m[0], m] = 1  # fails: numba-operand-types
    return a

f(np.ones((2, 2)), "ab")
