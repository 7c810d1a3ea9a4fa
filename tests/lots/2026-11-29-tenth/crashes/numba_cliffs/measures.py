"""Measures of cliffs, compiled by Numba for the survey's library."""

import numba
from numba import carray, cfunc, types

SIGNATURE = types.double(types.CPointer(types.double), types.intp)


@cfunc(SIGNATURE)
def steepest(data, size):
    heights = carray(data, size)
    found = 0.0
    for place in range(1, size):
        found = max(found, abs(heights[place] - heights[place - 1]))
    return found


@cfunc(SIGNATURE)
def highest(data, size):
    heights = carray(data, size // 8)
    return heights.max()


VERSION = numba.__version__
