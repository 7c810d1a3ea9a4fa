import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def work(x):
    t = get_num_threads()
    buf = np.zeros((t, 8))
    out = np.zeros(x.shape[0])
    for i in prange(x.shape[0]):
        me = buf[get_thread_id()]
        for k in range(8):
            me[k] = x[i, k] ** 2
        out[i] = me.sum()
    return out

@njit(parallel=True)
def chunked(x, bins, parts):
    local = np.zeros((parts, bins))
    for p in prange(parts):
        for i in range(p * x.size // parts, (p + 1) * x.size // parts):
            local[p, int(x[i] * bins)] += 1
    return local.sum(axis=0)

print(work(np.ones((20, 8))).sum(), chunked(np.random.rand(1000), 4, 3).sum())
