import numpy as np
from numba import njit, prange


@njit(parallel=True, fastmath=True)
def smooth(x, alpha):
    out = np.empty_like(x)
    out[0] = x[0]
    for i in prange(1, x.size):
        out[i] = alpha * x[i] + (1 - alpha) * out[i - 1]  # fails: data-race: out
    return out


print(smooth(np.random.rand(100_000), 0.1)[-1])
