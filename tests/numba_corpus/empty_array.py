import numpy as np
from numba import njit


@njit
def nothing_found():
    found = np.array([])  # fails: numba-untyped-list: np.array([])
    return found


print(nothing_found())
