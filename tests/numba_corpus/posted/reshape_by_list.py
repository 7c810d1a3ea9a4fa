import numpy as np
from numba import njit

@njit
def squared(flat, side):
    return flat.reshape([side, side])  # fails: numba-operand-types: flat.reshape([side, side])

squared(np.arange(9), 3)
