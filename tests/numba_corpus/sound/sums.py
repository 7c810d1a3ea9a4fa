import numpy as np
from numba import njit, prange


@njit(parallel=True)
def moments(x):
    s = 0.0
    q = 0.0
    for i in prange(x.size):
        s += x[i]
        q += x[i] * x[i]
    return s, q


print(moments(np.random.rand(10000)))
