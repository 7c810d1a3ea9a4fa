import numpy as np
from numba import njit

@njit
def f(pairs):
    a, b = zip(*pairs)  # fails: numba-operand-types
    return a

f([(1, 2), (3, 4)])
