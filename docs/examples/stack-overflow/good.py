"""Fill an area of a map with a colour, from one point outwards."""

import numpy as np
from numba import njit


@njit
def fill(area, row, column, colour):
    waiting = [(row, column)]
    while waiting:
        row, column = waiting.pop()
        if area[row, column] != 0:
            continue
        area[row, column] = colour
        if row > 0:
            waiting.append((row - 1, column))
        if column > 0:
            waiting.append((row, column - 1))
        if row + 1 < area.shape[0]:
            waiting.append((row + 1, column))
        if column + 1 < area.shape[1]:
            waiting.append((row, column + 1))


lake = np.zeros((2000, 2000), dtype=np.uint8)
fill(lake, 1000, 1000, 7)
print("filled", np.count_nonzero(lake == 7), "cells")
