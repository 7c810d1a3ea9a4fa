import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def relax(a):
    for i in prange(1, a.shape[0] - 1):
        for j in range(a.shape[1]):
            a[i, j] = (a[i - 1, j] + a[i + 1, j]) / 2  # fails: data-race: a[i, j]

relax(np.random.rand(50, 50))
