import numpy as np
from numba import njit, prange


@njit(parallel=True)
def smooth(x):
    out = np.zeros_like(x)
    for i in prange(1, x.size - 1):
        out[i] = (x[i - 1] + x[i] + x[i + 1]) / 3
    return out


print(smooth(np.random.rand(10000)).sum())
