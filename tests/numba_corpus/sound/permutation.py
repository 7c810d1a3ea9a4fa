import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def invert(p):
    out = np.empty_like(p)
    for i in prange(p.size):
        out[p[i]] = i
    return out

@njit(parallel=True)
def flags(keys, n):
    seen = np.zeros(n, dtype=np.bool_)
    for i in prange(keys.size):
        seen[keys[i]] = True
    return seen

print(invert(np.random.permutation(100)).sum(), flags(np.arange(10) % 3, 3))
