import numpy as np
from numba import njit


@njit
def positive(values):
    kept = values[values > 0]
    if kept.size == 0:
        return -1  # fails: numba-cannot-unify: -1
    return kept


print(positive(np.array([1.0, -2.0])))
