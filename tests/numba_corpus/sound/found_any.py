import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def any_nan(x):
    hit = np.zeros(1, dtype=np.bool_)
    for i in prange(x.size):
        if np.isnan(x[i]):
            hit[0] = True
    return hit[0]

print(any_nan(np.ones(100)))
