"""Marks of a dial in Gray's order, one bit from each to the next."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def in_gray_order(marks):
    out = np.zeros_like(marks)
    for at in prange(len(marks)):
        out[at ^ (at >> 1)] = marks[at]
    return out


dial = in_gray_order(np.arange(256))
print(dial[:8], int(dial.sum()))
