import numpy as np
from numba import njit, prange


@njit(parallel=True)
def furthest(points):
    best = 0.0
    where = -1
    for i in prange(points.shape[0]):
        d = points[i, 0] ** 2 + points[i, 1] ** 2
        if d > best:
            best = d  # fails: data-race: best
            where = i
    return where, best


print(furthest(np.random.rand(500_000, 2)))
