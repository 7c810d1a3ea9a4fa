import numpy as np
from numba import njit, prange


@njit(parallel=True)
def interleave(a, b):
    n = a.size
    out = np.empty(2 * n)
    for i in prange(n):
        out[2 * i] = a[i]
        out[2 * i + 1] = b[i]
    return out


@njit(parallel=True)
def mirror(x):
    n = x.size
    out = np.empty(n)
    for i in prange(n):
        j = n - 1 - i
        out[j] = x[i]
    return out


print(interleave(np.ones(10), np.zeros(10)).sum(), mirror(np.arange(10.0)))
