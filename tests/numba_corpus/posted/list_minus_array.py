import numpy as np
from numba import njit

@njit
def nearest(x, y, z, boundary):
    position = [x, y, z]
    away = position - boundary  # fails: numba-operand-types: position - boundary
    return np.sqrt((away**2).sum(axis=1)).min()

nearest(1.0, 2.0, 3.0, np.zeros((5, 3)))
