import numpy as np
from numba import njit


@njit
def join(left, right):
    parts = [left, right]
    return np.concatenate(parts)  # fails: numba-operand-types: np.concatenate(parts)


print(join(np.ones(2), np.zeros(2)))
