import numpy as np
from numba import njit


@njit("float64(float64[:, :])")
def corner(grid):
    return grid[0, 0]


@njit
def run(values):
    return corner(values)  # fails: numba-signature-mismatch: corner(values)


print(run(np.ones(3)))
