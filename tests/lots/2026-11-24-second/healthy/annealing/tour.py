"""Shortens a tour by annealing, compiled by numba and without the GIL."""

import numpy as np
from numba import njit


@njit(nogil=True)
def length(points, order):
    total = 0.0
    for i in range(len(order)):
        a, b = points[order[i]], points[order[i - 1]]
        total += np.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)
    return total


@njit(nogil=True)
def anneal(points, order, steps, hot, progress):
    np.random.seed(3)
    best = length(points, order)
    for step in range(steps):
        heat = hot * (1 - step / steps)
        i, j = np.random.randint(len(order)), np.random.randint(len(order))
        order[i], order[j] = order[j], order[i]
        new = length(points, order)
        if new < best or np.random.random() < np.exp((best - new) / (heat + 1e-9)):
            best = new
        else:
            order[i], order[j] = order[j], order[i]
        progress[0] = step
        progress[1] = best
    return best
