import numpy as np
from numba import njit, prange


@njit
def fill(row, seed):
    for k in range(row.size):
        row[k] = seed * k


@njit(parallel=True)
def table(n, m):
    out = np.zeros((n, m))
    for i in prange(n):
        row = out[i]
        row[0] = 1.0
        fill(out[i, :], i)
    return out


print(table(100, 10).sum())
