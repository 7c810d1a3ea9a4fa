import numpy as np
from numba import njit


@njit
def histogram(values, bins):
    edges = np.linspace(values.min(), values.max(), bins + 1)
    counts = np.zeros(bins)
    for v in values:
        k = np.floor((v - edges[0]) / (edges[1] - edges[0]))
        counts[k] += 1  # fails: numba-operand-types: counts[k]
    return counts


print(histogram(np.random.rand(100), 10))
