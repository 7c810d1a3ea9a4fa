import numpy as np
from numba import njit


@njit(parallel=True)  # fails: numba-not-parallel: parallel=True
def distances(points):
    n = len(points)
    total = 0.0
    for i in range(n):
        for j in range(i):
            dx = points[i, 0] - points[j, 0]
            dy = points[i, 1] - points[j, 1]
            total += (dx * dx + dy * dy) ** 0.5
    return total


print(distances(np.random.rand(500, 2)))
