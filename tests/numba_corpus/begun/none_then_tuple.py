import numpy as np
from numba import njit


@njit
def peak(grid):
    best = None  # fails: numba-operand-types: None
    value = -1.0
    for i in range(grid.shape[0]):
        for j in range(grid.shape[1]):
            if grid[i, j] > value:
                value = grid[i, j]
                best = (i, j)
    return best[0] * grid.shape[1] + best[1]


print(peak(np.random.rand(6, 7)))
