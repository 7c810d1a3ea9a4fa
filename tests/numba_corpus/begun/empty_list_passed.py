import numpy as np
from numba import njit


@njit
def longest(lists):
    best = 0
    for one in lists:
        best = max(best, len(one))
    return best


@njit
def cluster(x, gap):
    groups = []  # fails: numba-untyped-list: []
    start = 0
    for i in range(1, x.size):
        if x[i] - x[i - 1] > gap:
            start = i
    return longest(groups) + start


print(cluster(np.sort(np.random.rand(20)), 0.1))
