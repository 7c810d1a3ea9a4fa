import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def neighbours(x, r):
    n = x.size
    counts = np.zeros(n, dtype=np.int64)
    for i in prange(n):
        near = []
        seen = {}
        for j in range(n):
            if abs(x[i] - x[j]) < r:
                near.append(j)
                seen[j] = 1
        counts[i] = len(near) + len(seen)
    return counts

@njit(parallel=True)
def fill(lists):
    for i in prange(len(lists)):
        lists[i].append(i)

outer = List()
for k in range(4):
    inner = List(); inner.append(0); outer.append(inner)
print(neighbours(np.random.rand(30), 0.1).sum()); fill(outer)
