import numpy as np
from numba import njit, prange


@njit(parallel=True)
def likelihood(p):
    total = 1.0
    for i in prange(p.size):
        total *= p[i]
    return total


print(likelihood(np.full(100, 1.01)))
