"""Water in the chambers of a canal's flight of locks, after some boats."""

import numpy as np
from numba import njit


@njit
def passed(levels, boats, loss):
    for boat in boats:
        chamber = boat % len(levels)
        below = (chamber + 1) % len(levels)
        moved = 0.5 * (levels[chamber] - levels[below])
        levels[chamber] -= moved + loss
        levels[below] += moved
    return levels


@njit
def season(chambers, days, per_day, loss):
    levels = [0] * chambers
    for day in range(days):
        levels = [level + 1.5 for level in levels]
        levels = passed(levels, np.arange(day, day + per_day), loss)
    return levels


print(season(6, 20, 9, 0.02))
