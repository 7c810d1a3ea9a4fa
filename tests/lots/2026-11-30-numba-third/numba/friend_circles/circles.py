"""Sets that are joined two by two."""

import numpy as np
from numba import njit


@njit
def fresh(size):
    return np.arange(size)


@njit
def root_of(parents, at):
    while parents[at] != at:
        parents[at] = parents[parents[at]]
        at = parents[at]
    return at


@njit
def join(parents, first, second):
    a = root_of(parents, first)
    b = root_of(parents, second)
    if a < b:
        parents[b] = a
    elif b < a:
        parents[a] = b
