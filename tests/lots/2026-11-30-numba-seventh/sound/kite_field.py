"""Wind at each kite of a field, by a function within a function."""

import math

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def lift(places, speed, turn):
    out = np.empty(len(places))
    cos, sin = math.cos(turn), math.sin(turn)

    def along(x, y):
        return cos * x + sin * y

    def gust(distance):
        return speed * (1.0 + 0.2 * math.sin(distance / 30.0))

    for kite in prange(len(places)):
        wind = gust(along(places[kite, 0], places[kite, 1]))
        out[kite] = 0.6 * wind * wind
    return out


places = np.random.default_rng(4).uniform(0, 300, (500, 2))
print(lift(places, 7.0, 0.4).mean().round(3))
