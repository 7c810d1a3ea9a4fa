"""What it costs to go from one cell of a height map to the next."""

import math

from numba import njit


@njit
def climb(low, high, weight):
    rise = high - low
    return weight * rise if rise > 0 else -0.2 * weight * rise


@njit
def step_cost(low, high, distance, weight, snow):
    return distance * (1.0 + 2.0 * snow) + climb(low, high, weight)


@njit
def length(dy, dx):
    return math.sqrt(dy * dy + dx * dx)
