import numpy as np
from numba import njit, prange


@njit(parallel=True)
def histogram(values, bins):
    counts = np.zeros(bins, dtype=np.int64)
    for i in prange(values.size):
        k = int(values[i] * bins)
        counts[k] += 1  # fails: data-race: counts
    return counts


print(histogram(np.random.rand(1_000_000), 16).sum())
