import numpy as np
from numba import njit

@njit
def f(a):
    a[:2] = "ab"  # fails: numba-operand-types: a[:2]

f(np.ones(3))
