"""Cables between masts, whose lengths and loads come from two tables."""

import numpy as np
from numba import njit


@njit(parallel=True)
def sags(lengths, loads, pull):
    share = loads / (8.0 * pull)
    return np.sqrt(1.0 + (lengths * share) ** 2) * lengths**2 * share


@njit
def worst(found):
    at = 0
    for mast in range(1, len(found)):
        if found[mast] > found[at]:
            at = mast
    return at, found[at]


class Line:
    def __init__(self, masts, pull):
        self.masts = np.asarray(masts, dtype=np.float64)
        self.pull = pull

    def lengths(self):
        return np.diff(self.masts)

    def sag(self, loads):
        return worst(sags(self.lengths(), loads, self.pull))
