"""Means of a kiln's log, field by field."""

import numpy as np
from numba import njit

reading = np.dtype([("top", np.float64), ("middle", np.float64), ("floor", np.float64)])


def log(hours):
    rng = np.random.default_rng(4)
    rows = np.zeros(hours, dtype=reading)
    rows["top"] = 1180 + rng.normal(0, 6, hours)
    rows["middle"] = 1150 + rng.normal(0, 4, hours)
    rows["floor"] = 1090 + rng.normal(0, 9, hours)
    return rows


@njit
def spread(rows, fields):
    widest = 0.0
    for field in fields:
        low, high = np.inf, -np.inf
        for row in rows:
            value = row[field]
            low = min(low, value)
            high = max(high, value)
        widest = max(widest, high - low)
    return widest


print(spread(log(48), ("top", "middle", "floor")))
