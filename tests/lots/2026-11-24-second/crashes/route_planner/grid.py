"""Costs over a map, relaxed step by step, compiled by numba."""

import numpy as np
from numba import njit

STEPS = np.array([-1, 1])


@njit
def neighbours(index, width):
    return (index - 1, index + 1, index - width, index + width)


@njit
def relax(costs, terrain, order, width):
    changed = 0
    for index in order:
        best = costs[index]
        for other in neighbours(index, width):
            cost = costs[other] + terrain[index]  # <-- here
            if cost < best:
                best = cost
        if best < costs[index]:
            costs[index] = best
            changed += 1
    return changed
