import numpy as np
from numba import njit, prange


@njit(parallel=True)
def matmul(a, b):
    out = np.zeros((a.shape[0], b.shape[1]))
    for i in prange(a.shape[0]):
        for j in range(b.shape[1]):
            for k in range(a.shape[1]):
                out[i, j] += a[i, k] * b[k, j]
    return out


print(matmul(np.ones((40, 30)), np.ones((30, 20))).sum())
