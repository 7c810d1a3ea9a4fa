import numpy as np
from numba import njit, prange

@njit(parallel=True)
def every_other(values):
    total = 0.0
    for i in prange(values.size):
        total += values[i]
        i = i + 1  # fails: numba-unsupported-python
    return total

every_other(np.ones(8))
