import numpy as np
from numba import njit


@njit
def flat(grid):
    return grid.T.reshape(-1)  # fails: numba-array-layout: grid.T.reshape


print(flat(np.ones((2, 3))))
