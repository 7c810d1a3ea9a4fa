import numpy as np
from numba import float64, njit

@njit(float64(float64[:]))
def doubled(values):
    return values * 2  # fails: numba-signature-mismatch: values * 2

doubled(np.ones(3))
