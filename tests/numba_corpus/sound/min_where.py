import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def nearest(points, queries):
    out = np.empty(queries.shape[0], dtype=np.int64)
    total = 0.0
    for q in prange(queries.shape[0]):
        best = np.inf
        at = -1
        for p in range(points.shape[0]):
            d = 0.0
            for k in range(points.shape[1]):
                d += (points[p, k] - queries[q, k]) ** 2
            if d < best:
                best = d
                at = p
        out[q] = at
        total += best
    return out, total

@njit(parallel=True)
def transpose_in_place(a):
    for i in prange(a.shape[0]):
        for j in range(i):
            t = a[i, j]
            a[i, j] = a[j, i]
            a[j, i] = t

print(nearest(np.random.rand(20, 3), np.random.rand(5, 3))[0].size); transpose_in_place(np.random.rand(6, 6))
