import numpy as np
from numba import njit


@njit("float64(float64[:])")
def total(values):
    return values.sum()


grid = np.ones((3, 3))
print(total(grid))  # fails: numba-signature-mismatch: total(grid)
