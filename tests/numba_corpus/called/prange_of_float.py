import numpy as np
from numba import njit, prange

@njit(parallel=True)
def ramp(n, step):
    out = np.zeros(10)
    for x in prange(n / step):  # fails: numba-operand-types: prange(n / step)
        out[x] = x
    return out

ramp(10, 2)
