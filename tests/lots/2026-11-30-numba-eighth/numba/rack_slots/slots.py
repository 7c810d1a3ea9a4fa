"""Which slot of a rack is a box in? Positions are in millimetres from the left post."""

import numpy as np
from numba import njit

WIDTH = 49.0


@njit(fastmath=True)
def slots_of(positions, width):
    found = np.empty(len(positions), dtype=np.int64)
    for at in range(len(positions)):
        found[at] = int(positions[at] / width)
    return found


@njit(fastmath=True)
def load(found, weights, slots):
    loads = np.zeros(slots)
    for at in range(len(found)):
        loads[found[at]] += weights[at]
    return loads


@njit
def sag(loads, stiffness):
    bent = np.zeros(len(loads))
    for at in range(len(loads)):
        share = (at + 0.5) / len(loads)
        bent[at] = loads[at] * share * (1.0 - share) / stiffness
    return bent


@njit
def weigh(positions, weights, width, slots, stiffness):
    found = slots_of(positions, width)
    return found, sag(load(found, weights, slots), stiffness)
