import numpy as np
from numba import njit

@njit
def mode(values):
    found, counts = np.unique(values, return_counts=True)  # fails: numba-operand-types: np.unique(values, return_counts=True)
    return found[counts.argmax()]

mode(np.array([1, 2, 2]))
