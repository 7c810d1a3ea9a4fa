import numpy as np
from numba import njit, prange


@njit(parallel=True)
def bound(x):
    top = -np.inf
    low = np.inf
    for i in prange(x.size):
        top = max(top, x[i])
        low = min(low, x[i])
    return top, low


print(bound(np.random.rand(10000)))
