import numpy as np
from numba import njit

@njit
def fill(grid):
    for i in range(grid.shape[0]):
        grid[i, 0] = i  # fails: numba-array-layout: grid[i, 0]
    return grid

fill(np.broadcast_to(np.zeros(3), (4, 3)))
