"""The mean distance between points."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def mean_distance(points):
    count = len(points)
    total = 0.0
    for i in prange(count):
        for j in range(i):
            dx = points[i, 0] - points[j, 0]
            dy = points[i, 1] - points[j, 1]
            total += (dx * dx + dy * dy) ** 0.5
    return 2 * total / (count * (count - 1))


print(mean_distance(np.ones((500, 2))))
