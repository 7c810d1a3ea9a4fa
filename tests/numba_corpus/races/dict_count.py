import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def count(words):
    d = Dict()
    d[0] = 0
    for i in prange(words.size):
        if words[i] > 100:
            d[words[i]] = 1  # fails: data-race: d
    return len(d)

print(count(np.arange(50)))
