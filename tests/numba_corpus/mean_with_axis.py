import numpy as np
from numba import njit


@njit
def centred(grid):
    middle = np.mean(grid, axis=0)  # fails: numba-operand-types: np.mean(grid, axis=0)
    return grid - middle


print(centred(np.random.rand(4, 3)))
