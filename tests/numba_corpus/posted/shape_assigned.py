import numpy as np
from numba import njit


@njit
def flat(a):
    a.shape = (a.size,)  # fails: numba-unknown-attribute: a.shape
    return a


flat(np.ones((2, 3)))
