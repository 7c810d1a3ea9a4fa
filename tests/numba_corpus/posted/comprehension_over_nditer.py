import numpy as np
from numba import njit

@njit
def ones_like(cells):
    return np.array([1 for _ in np.nditer(cells)])  # fails: numba-operand-types: [1 for _ in np.nditer(cells)]

ones_like(np.zeros(10))
