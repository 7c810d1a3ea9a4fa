import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def run(x):
    previous = 0.0
    out = np.zeros(x.size)
    for i in prange(x.size):
        out[i] = x[i] - previous
        previous = x[i]  # fails: data-race: previous
    return out

print(run(np.arange(100.0)).sum())
