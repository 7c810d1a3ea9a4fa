import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def downsample(x, k):
    out = np.zeros(x.size // k)
    for i in prange(x.size):
        out[i // k] += x[i]  # fails: data-race: out
    return out

print(downsample(np.ones(1000), 10).sum())
