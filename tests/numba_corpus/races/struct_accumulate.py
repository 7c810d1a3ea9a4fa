import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def totals(group, value, n):
    acc = np.zeros((n, 2))
    for i in prange(group.size):
        row = acc[group[i]]
        row[0] += value[i]  # fails: data-race: row
        row[1] += 1.0
    return acc

print(totals(np.arange(1000) % 7, np.ones(1000), 7).sum())
