import numpy as np
from numba import njit


@njit
def blank(rows, columns):
    shape = [rows, columns]
    return np.zeros(shape)  # fails: numba-operand-types: np.zeros(shape)


print(blank(2, 3))
