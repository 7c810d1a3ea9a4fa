"""Bright places of a picture: a list of those above a limit."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def bright(image, limit):
    rows, columns = image.shape
    found = np.full((rows * columns, 2), -1, dtype=np.int64)
    count = 0
    for row in prange(1, rows - 1):
        for column in range(1, columns - 1):
            value = image[row, column]
            if value > limit and value >= image[row - 1 : row + 2, column - 1 : column + 2].max():
                found[count, 0] = row
                found[count, 1] = column
                count += 1
    return found, count


image = np.random.default_rng(77).normal(100, 8, (300, 300))
found, count = bright(image, 115.0)
print(count, "stars,", (found[:, 0] >= 0).sum(), "of them with a place")
