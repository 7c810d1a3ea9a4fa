import numpy as np
from numba import njit

@njit
def oversampled(shape, factor):
    grid = shape * factor
    return np.ceil(grid)  # fails: numba-operand-types: np.ceil(grid)

oversampled(np.array([4 + 1j, 6 + 0j]), 1.25)
