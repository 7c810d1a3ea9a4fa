"""Where is the shore of a lake? The lake is filled from a place in it."""

import numpy as np
from numba import njit

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@njit
def lake_from(map_, row, column):
    rows, columns = map_.shape
    water = np.zeros((rows, columns), dtype=np.bool_)
    stack = np.empty((4 * rows * columns + 1, 2), dtype=np.int64)
    stack[0, 0], stack[0, 1] = row, column
    top = 1
    while top > 0:
        top -= 1
        r, c = stack[top, 0], stack[top, 1]
        if water[r, c] or map_[r, c]:
            continue
        water[r, c] = True
        for dr, dc in STEPS:
            if 0 <= r + dr < rows and 0 <= c + dc < columns:
                stack[top, 0], stack[top, 1] = r + dr, c + dc
                top += 1
    return water


@njit
def shore_of(water):
    length = 0
    for row in range(water.shape[0]):
        for column in range(water.shape[1]):
            if water[row, column]:
                length += not water[row - 1, column]
                length += not water[(row + 1) % water.shape[0], column]
                length += not water[row, column - 1]
                length += not water[row, (column + 1) % water.shape[1]]
    return length
