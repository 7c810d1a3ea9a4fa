import numpy as np
from numba import njit


@njit
def clip(a, limit):
    a[a > limit] = limit  # fails: numba-operand-types: a[a > limit]
    return a


clip(np.ones((4, 4)), 0.5)
