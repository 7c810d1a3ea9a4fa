"""Puts ships to berths that are deep enough, in the order of their arrival."""

import numpy as np
from harbour import draught_of
from numba import njit, objmode


@njit
def needed(number, tide):
    with objmode(draught="float64"):
        draught = draught_of(number)
    return draught + 0.5 - tide


@njit
def first_free(depths, taken, depth):
    best = -1
    for berth in range(len(depths)):
        if not taken[berth] and depths[berth] >= depth:
            if best < 0 or depths[berth] < depths[best]:
                best = berth
    return best


@njit
def assign(ships, depths, tides):
    taken = np.zeros(len(depths), dtype=np.bool_)
    berths = np.full(len(ships), -1)
    for at in range(len(ships)):
        berth = first_free(depths, taken, needed(ships[at], tides[at % len(tides)]))
        if berth >= 0:
            taken[berth] = True
            berths[at] = berth
    return berths
