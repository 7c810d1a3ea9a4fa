import numpy as np
from numba import njit


@njit
def neighbours(edges, count):
    found = [[] for _ in range(count)]  # fails: numba-untyped-list
    for at in range(edges.shape[0]):
        found[edges[at, 0]].append(edges[at, 1])
    return found


neighbours(np.zeros((2, 2), np.int64), 3)
