import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def forces(x):
    n = x.size
    f = np.zeros(n)
    for i in prange(n):
        for j in range(i):
            g = x[i] - x[j]
            f[i] += g
            f[j] -= g  # fails: data-race: f[j]
    return f

print(forces(np.random.rand(100)).sum())
