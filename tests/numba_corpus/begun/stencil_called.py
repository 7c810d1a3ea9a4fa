import numpy as np
from numba import njit, stencil


@stencil
def box(a, reach):
    total = 0.0
    for dx in range(-reach, reach + 1):
        total += a[dx]  # fails: numba-unsupported-python: a[dx]
    return total


@njit
def smooth(a, reach):
    return box(a, reach)


smooth(np.ones(9), 1)
