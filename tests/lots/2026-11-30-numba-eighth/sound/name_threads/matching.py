"""How different are two names? Without the GIL, in a row of scratch that the caller has."""

import numpy as np
from numba import njit


def encoded(name):
    return np.frombuffer(name.encode(), dtype=np.uint8).copy()


@njit(nogil=True)
def distance(first, second, row):
    for at in range(len(second) + 1):
        row[at] = at
    for i in range(len(first)):
        corner = row[0]
        row[0] = i + 1
        for j in range(len(second)):
            above = row[j + 1]
            row[j + 1] = min(corner + (first[i] != second[j]), above + 1, row[j] + 1)
            corner = above
    return row[len(second)]
