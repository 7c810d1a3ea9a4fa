import numpy as np
from numba import njit

@njit
def smoothed(field):  # fails: numba-operand-types
    out = np.empty_like(field)
    for i in range(field.size):
        out[i] = field[i]
    return out

smoothed(np.zeros(8, dtype=np.float16))
