import itertools
import numpy as np
from numba import njit

@njit
def closest(points):
    best = 1e9
    for a, b in itertools.combinations(points, 2):  # fails: numba-unknown-attribute: itertools.combinations
        best = min(best, abs(a - b))
    return best

closest(np.array([1.0, 4.0, 6.0]))
