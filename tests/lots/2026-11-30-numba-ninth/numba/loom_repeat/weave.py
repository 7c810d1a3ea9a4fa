"""Patterns of a loom: rows of threads that are up or down."""

import numpy as np
from numba import njit


@njit
def rows_of(draft, picks):
    found = np.zeros((picks, draft.shape[1]), dtype=np.int64)
    for pick in range(picks):
        for end in range(draft.shape[1]):
            found[pick, end] = draft[(pick * pick + pick) % draft.shape[0], end]
    return found


@njit
def repeats(cloth):
    begin = cloth[0]
    for pick in range(1, len(cloth)):
        if cloth[pick] == begin:
            return pick
    return len(cloth)


class Loom:
    def __init__(self, draft):
        self.draft = np.array([[int(end) for end in row] for row in draft])

    def repeat(self, picks):
        return repeats(rows_of(self.draft, picks))
