import numpy as np
from numba import njit, stencil


@stencil(neighborhood=((-1, 1),), standard_indexing=("kernel",))  # fails: numba-declaration
def weighted(a, weights):
    return a[-1] * weights[0] + a[1] * weights[1]


@njit
def smooth(a, weights):
    return weighted(a, weights)


smooth(np.ones(9), np.ones(2))
