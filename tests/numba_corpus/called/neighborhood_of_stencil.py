import numpy as np
from numba import njit, stencil


@stencil(neighborhood=((-2, 2),))  # fails: numba-declaration: neighborhood
def around(rain):
    total = 0.0
    for row in range(-2, 3):
        for column in range(-2, 3):
            total += rain[row, column]
    return total / 25


@njit
def smooth(rain):
    return around(rain)


print(smooth(np.ones((9, 9))))
