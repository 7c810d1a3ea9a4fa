import numpy as np
from numba import njit


@njit
def mark(out, i):
    point = (i, "x")
    out[i] = point  # fails: numba-operand-types: out[i]


mark(np.zeros(4), 1)
