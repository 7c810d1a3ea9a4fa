"""A chain of reactions, stepped until it rests or its time is over."""

import time

import numpy as np
from numba import njit

BUDGET = 2.0


@njit
def step(amounts, rates, dt):
    moved = 0.0
    for at in range(len(amounts) - 1):
        flow = rates[at] * amounts[at] * dt
        amounts[at] -= flow
        amounts[at + 1] += flow
        moved += flow
    return moved


@njit
def expired(begin):
    return time.perf_counter() - begin > BUDGET


@njit
def until_rest(amounts, rates, limit, begin):
    steps = 0
    while step(amounts, rates, 1e-3) > limit:
        steps += 1
        if steps % 1000 == 0 and expired(begin):
            break
    return steps


class Reaction:
    def __init__(self, rates):
        self.rates = rates
        self.amounts = np.zeros(len(rates) + 1)
        self.amounts[0] = 1.0

    def rest(self, limit):
        begin = time.perf_counter()
        steps = until_rest(self.amounts, self.rates, limit, begin)
        return steps, time.perf_counter() - begin
