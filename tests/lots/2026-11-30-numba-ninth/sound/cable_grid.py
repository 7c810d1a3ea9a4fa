"""Whole arrays of one size in parallel, and a loop over the indices of a grid (pndindex)."""

import numpy as np
from numba import njit, pndindex


@njit(parallel=True)
def sags(lengths, loads, pull):
    share = loads / (8.0 * pull)
    return lengths**2 * share


@njit(parallel=True)
def table(lengths, loads):
    found = np.empty((len(lengths), len(loads)))
    for at in pndindex(found.shape):
        found[at] = lengths[at[0]] * loads[at[1]]
    return found


masts = np.cumsum(np.random.default_rng(2).uniform(180, 260, 60))
lengths = np.diff(masts)
loads = np.full(len(lengths), 9.0)
assert np.allclose(sags(lengths, loads, 24_000.0), lengths**2 * 9.0 / 192_000.0)
assert np.allclose(table(lengths, loads[:5]), np.outer(lengths, loads[:5]))
print(sags(lengths, loads, 24_000.0).max())
