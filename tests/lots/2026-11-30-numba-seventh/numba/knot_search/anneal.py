"""Simulated annealing for a round trip."""

import math

import numpy as np
from numba import njit


@njit
def length(places, order):
    total = 0.0
    for at in range(len(order)):
        a, b = order[at - 1], order[at]
        total += math.hypot(places[a, 0] - places[b, 0], places[a, 1] - places[b, 1])
    return total


@njit
def report(step, steps, best):
    if step % (steps // 20) == 0:
        print(step * 100 // steps, "%", best, end="\r")


@njit
def anneal(places, order, steps, heat):
    best = length(places, order)
    for step in range(steps):
        i, j = np.random.randint(0, len(order), 2)
        order[i], order[j] = order[j], order[i]
        now = length(places, order)
        if now < best or np.random.random() < math.exp((best - now) / heat):
            best = now
        else:
            order[i], order[j] = order[j], order[i]
        heat *= 0.9995
        report(step, steps, best)
    return best
