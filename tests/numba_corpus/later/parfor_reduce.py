import numpy as np
from numba import njit, prange

@njit(parallel=True)
def f(a):
    acc = 0  # fails: numba-cannot-unify: 0
    for i in prange(a.shape[0]):
        acc = acc + a[i]
    return acc

f(np.ones((3, 2)))
