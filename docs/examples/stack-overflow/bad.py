"""Fill an area of a map with a colour, from one point outwards."""

import numpy as np
from numba import njit


@njit
def fill(area, row, column, colour):
    if area[row, column] != 0:
        return
    area[row, column] = colour
    if row > 0:
        fill(area, row - 1, column, colour)
    if column > 0:
        fill(area, row, column - 1, colour)
    if row + 1 < area.shape[0]:
        fill(area, row + 1, column, colour)
    if column + 1 < area.shape[1]:
        fill(area, row, column + 1, colour)


lake = np.zeros((2000, 2000), dtype=np.uint8)
fill(lake, 1000, 1000, 7)
print("filled", np.count_nonzero(lake == 7), "cells")
