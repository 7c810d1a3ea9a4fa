import numpy as np
from numba import njit, prange


@njit(parallel=True)
def medians(data):
    n = data.shape[0]
    out = np.empty(n)
    window = np.empty(5)
    for i in prange(n - 4):
        for k in range(5):
            window[k] = data[i + k]  # fails: data-race: window
        window.sort()
        out[i] = window[2]
    return out


print(medians(np.random.rand(100_000))[:5])
