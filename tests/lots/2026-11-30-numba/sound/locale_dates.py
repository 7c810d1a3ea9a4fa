"""Days of high water, with names from the calendar module; that part runs as Python."""

import calendar

import numpy as np
from numba import njit, objmode, types


def months(days):
    lengths = np.array([calendar.monthrange(2025, month)[1] for month in range(1, 13)])
    ends = np.cumsum(lengths)
    return np.searchsorted(ends, days, side="right").astype(np.int64)


@njit
def high_water(heights, mark):
    days = np.flatnonzero(heights > mark)
    with objmode(which="int64[:]", name="unicode_type"):
        which = months(days)
        name = calendar.month_name[int(np.bincount(which).argmax()) + 1]
    counts = np.zeros(12, dtype=np.int64)
    for month in which:
        counts[month] += 1
    return counts, name


heights = 3 + np.sin(np.arange(365) / 29.5 * 2 * np.pi) + 0.8 * np.cos(np.arange(365) / 58)
print(high_water(heights, 3.9))
