import numpy as np
from numba import njit


@njit("void(float64[::1])")
def clear(values):
    values[:] = 0


fixed = np.arange(4.0)
fixed.flags.writeable = False
clear(fixed)  # fails: numba-signature-mismatch: clear(fixed)
