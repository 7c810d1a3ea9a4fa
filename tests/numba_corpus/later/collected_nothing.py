import numpy as np
from numba import njit


@njit
def outliers(values):
    hits = []  # fails: numba-untyped-list: []
    limit = values.mean() * 3
    for i in range(values.size):
        if values[i] > limit:
            values[i] = limit
    return values, hits


print(outliers(np.random.rand(9)))
