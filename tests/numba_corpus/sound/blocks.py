import numpy as np
from numba import get_num_threads, get_thread_id, njit, prange


@njit(parallel=True)
def histogram(x, bins):
    threads = get_num_threads()
    local = np.zeros((threads, bins), dtype=np.int64)
    for i in prange(x.size):
        k = int(x[i] * bins)
        local[get_thread_id(), k] += 1
    return local.sum(axis=0)


@njit(parallel=True)
def chunks(x, parts):
    out = np.zeros(x.size)
    size = x.size // parts
    for c in prange(parts):
        start = c * size
        for k in range(start, start + size):
            out[k] = x[k] * 2
    return out


print(histogram(np.random.rand(10000), 8).sum(), chunks(np.ones(1000), 10).sum())
