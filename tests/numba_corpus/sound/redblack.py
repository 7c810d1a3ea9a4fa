import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def sweep(u, colour):
    n = u.shape[0]
    for i in prange(1, n - 1):
        for j in range(1 + (i + colour) % 2, u.shape[1] - 1, 2):
            u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])

@njit(parallel=True)
def even(a):
    for i in prange(1, a.size - 1):
        if i % 2 == 0:
            a[i] = (a[i - 1] + a[i + 1]) / 2

sweep(np.zeros((10, 10)), 0); even(np.zeros(10))
