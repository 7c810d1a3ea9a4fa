import numpy as np
from numba import njit, prange


@njit(parallel=True)
def compress(values, limit):
    out = np.empty(values.size)
    n = 0
    for i in prange(values.size):
        if values[i] > limit:
            out[n] = values[i]  # fails: data-race: n
            n += 1
    return out[:n]


print(compress(np.random.rand(300_000), 0.5).size)
