"""Patterns of a loom; the compiled functions are kept in a cache on disk."""

import numpy as np
from numba import njit


@njit(cache=True)
def rows_of(draft, picks):
    found = np.zeros((picks, draft.shape[1]), dtype=np.int64)
    for pick in range(picks):
        found[pick] = draft[pick % draft.shape[0]]
    return found


@njit(cache=True)
def repeats(cloth):
    for pick in range(1, len(cloth)):
        if np.array_equal(cloth[pick], cloth[0]):
            return pick
    return len(cloth)


def repeat(draft, picks):
    return repeats(rows_of(np.array(draft), picks))
