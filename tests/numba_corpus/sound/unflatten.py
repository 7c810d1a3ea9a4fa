import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def grid(n, m):
    out = np.zeros((n, m))
    for k in prange(n * m):
        i = k // m
        j = k % m
        out[i, j] += i * j
    return out

@njit(parallel=True)
def grid2(n, m):
    out = np.zeros((n, m))
    for k in prange(n * m):
        out[divmod(k, m)] = k
    return out

print(grid(5, 4).sum())
