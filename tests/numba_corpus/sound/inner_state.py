import numpy as np
from numba import njit, prange, set_num_threads, get_thread_id, get_num_threads
from numba.typed import List, Dict

@njit(parallel=True)
def walks(n, steps):
    end = np.zeros(n)
    for i in prange(n):
        x = 0.0
        best = -1.0
        for s in range(steps):
            x += np.random.normal()
            if x > best:
                best = x
        end[i] = best
    return end

@njit(parallel=True)
def mandel(n, limit):
    out = np.zeros((n, n), dtype=np.int64)
    for i in prange(n):
        for j in range(n):
            c = complex(i / n, j / n)
            z = 0j
            count = 0
            while abs(z) < 2 and count < limit:
                z = z * z + c
                count += 1
            out[i, j] = count
    return out

print(walks(10, 5).size, mandel(8, 20).sum())
