"""Shortest ways through a net of roads."""

import numpy as np
from numba import njit


@njit
def relax(indptr, indices, lengths, best):
    changed = 0
    for place in range(len(best)):
        for at in range(indptr[place], indptr[place + 1]):
            reached = best[place] + lengths[at]
            if reached < best[indices[at]]:
                best[indices[at]] = reached
                changed += 1
    return changed


@njit
def distances(net, start):
    best = np.full(net.shape[0], np.inf)
    best[start] = 0.0
    while relax(net.indptr, net.indices, net.data, best) > 0:
        pass
    return best
