"""Snow that the wind carries on by one field, from a copy of what lies there."""

import numpy as np
from numba import njit


@njit
def blow(snow, share):
    moved = snow * share
    snow -= moved
    snow[1:] += moved[:-1]
    return snow


@njit
def settle(snow):
    snow[1:-1] = (snow[:-2] + 2.0 * snow[1:-1] + snow[2:]) / 4.0
    return snow


snow = np.random.default_rng(1).gamma(2.0, 1.0, 200)
for _ in range(5):
    snow = settle(blow(snow, 0.3))
print(snow.sum().round(4), snow.max().round(4))
