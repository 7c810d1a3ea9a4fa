import numpy as np
from numba import njit

@njit
def grow(a):
    return np.append(a, "x")  # fails: numba-operand-types: np.append(a, "x")

grow(np.ones(2))
