import numpy as np
from numba import njit, prange


@njit(parallel=True)
def column_sums(x):
    total = np.zeros(x.shape[1])
    for i in prange(x.shape[0]):
        total += x[i]
    return total


@njit(parallel=True)
def flagged(x):
    found = False
    count = 0
    for i in prange(x.size):
        y = 0.0
        if x[i] > 0.5:
            y = x[i]
            count += 1
        if y > 0.9:
            count += 1
    return count


print(column_sums(np.ones((100, 4))), flagged(np.random.rand(1000)))
