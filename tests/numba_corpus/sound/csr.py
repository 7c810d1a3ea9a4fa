import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def spmv(ptr, col, data, x):
    n = ptr.size - 1
    y = np.zeros(n)
    for i in prange(n):
        acc = 0.0
        for k in range(ptr[i], ptr[i + 1]):
            acc += data[k] * x[col[k]]
        y[i] = acc
    return y

@njit(parallel=True)
def scale(ptr, data, s):
    for i in prange(ptr.size - 1):
        for k in range(ptr[i], ptr[i + 1]):
            data[k] *= s[i]

p = np.array([0, 2, 4]); print(spmv(p, np.array([0, 1, 0, 1]), np.ones(4), np.ones(2))); scale(p, np.ones(4), np.ones(2))
