import numpy as np
from numba import njit


@njit
def smooth(values, width):
    total = 0  # fails: numba-cannot-unify: 0
    for i in range(width):
        total = total + values[i : i + 3]
    return total


print(smooth(np.arange(9.0), 2))
