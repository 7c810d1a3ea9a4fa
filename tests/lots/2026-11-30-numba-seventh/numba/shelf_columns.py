"""The weight on a shelf, of all boards or of those that are marked."""

import numpy as np
from numba import njit


@njit
def weight(boxes, marked, only_marked):
    boards = np.flatnonzero(marked) if only_marked else range(len(boxes))
    total = 0.0
    for board in boards:
        total += boxes[board].sum()
    return total


boxes = np.arange(24.0).reshape(6, 4)
marked = np.array([True, False, False, True, False, True])
print(weight(boxes, marked, False), weight(boxes, marked, True))
