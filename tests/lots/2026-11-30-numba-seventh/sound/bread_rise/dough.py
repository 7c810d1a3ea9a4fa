"""How dough rises, in one precision or the other."""

import numpy as np
from numba import njit


@njit
def risen(volume, yeast, warmth, minutes):
    for _ in range(minutes):
        grown = yeast * (warmth - 4) * volume * (4 - volume) / 4000
        volume = volume + grown
    return volume


@njit
def batch(volumes, yeast, warmth, minutes):
    out = np.empty_like(volumes)
    for loaf in range(len(volumes)):
        out[loaf] = risen(volumes[loaf], yeast, warmth, minutes)
    return out
