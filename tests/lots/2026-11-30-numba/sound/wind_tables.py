"""Tables of wind, computed once and kept in Numba's cache; in three precisions."""

import numpy as np
from numba import njit


@njit(cache=True)
def power(speed, density, area):
    return 0.5 * density * area * speed**3


@njit(cache=True)
def table(speeds, density, area):
    out = np.empty_like(speeds)
    for at in range(speeds.size):
        out[at] = power(speeds[at], density, area)
    return out


@njit(cache=True)
def above(table, limit):
    count = 0
    for value in table:
        if value > limit:
            count += 1
    return count


for kind in (np.float64, np.float32):
    speeds = np.linspace(0, 25, 101).astype(kind)
    for density in (1.1, 1.2, 1.3):
        print(kind.__name__, density, above(table(speeds, density, 80.0), 100_000.0))
