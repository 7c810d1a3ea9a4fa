"""Corals in the order of their size: values are moved by a permutation, in parallel."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def ordered(values, order):
    out = np.empty_like(values)
    for at in prange(order.size):
        out[at] = values[order[at]]
    return out


@njit(parallel=True)
def ranks(order):
    out = np.empty(order.size, dtype=np.int64)
    for at in prange(order.size):
        out[order[at]] = at
    return out


sizes = np.random.default_rng(44).gamma(2.0, 5.0, 5000)
order = np.argsort(sizes)
place = ranks(order)
print(ordered(sizes, order)[[0, 2500, -1]].round(3), place[:5], (np.sort(place) == np.arange(5000)).all())
