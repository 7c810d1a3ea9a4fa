"""Indices of vegetation, water and snow from the bands of a satellite."""

import numpy as np
from numba import njit


def ratio(first, second):
    with np.errstate(divide="ignore", invalid="ignore"):
        found = (first - second) / (first + second)
    return found


def clipped(values, low, high):
    for at in range(values.size):
        values.flat[at] = min(max(values.flat[at], low), high)
    return values


def share_above(values, limit):
    count = 0
    for value in values.flat:
        count += value > limit
    return count / values.size


BANDS = {"vegetation": (1, 0), "water": (2, 1), "snow": (2, 3)}


class Indices:
    """Compiles what it needs of the functions above when it is first asked for something."""

    def __init__(self):
        self.functions = {}

    def function(self, plain):
        if plain.__name__ not in self.functions:
            self.functions[plain.__name__] = njit(plain)
        return self.functions[plain.__name__]

    def compute(self, name, bands):
        first, second = BANDS[name]
        found = self.function(ratio)(bands[first], bands[second])
        return self.function(clipped)(found, -1.0, 1.0)

    def share(self, name, bands, limit):
        return self.function(share_above)(self.compute(name, bands), limit)
