"""Classes of heights of the tide: what lies above the last bound belongs to the last class."""

import numpy as np
from numba import njit

BOUNDS = np.array([1.0, 2.0, 3.5, 5.0])
NAMES = ("ebb", "low", "middle", "high", "spring")


@njit
def class_of(height):
    return np.searchsorted(BOUNDS, height)


@njit
def counts_of(heights):
    counts = np.zeros(len(BOUNDS) + 1, dtype=np.int64)
    widths = 0.0
    for height in heights:
        at = class_of(height)
        counts[at] += 1
        if at < len(BOUNDS):
            widths += BOUNDS[at] - height
    return counts, widths


heights = np.random.default_rng(6).normal(3.2, 1.3, 10_000)
counts, widths = counts_of(heights)
assert counts.sum() == len(heights)
assert counts[-1] == (heights > 5.0).sum()
print(dict(zip(NAMES, counts.tolist())), round(widths, 2))
