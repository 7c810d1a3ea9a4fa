"""The temperature of a mash tun, and what its enzymes do meanwhile."""

import math

import numpy as np
from numba import njit
from units import HIGHEST, LOWEST, clamp


@njit
def activity(degrees, best, width):
    return math.exp(-(((degrees - best) / width) ** 2))


@njit
def heat(degrees, power, ambient, dt):
    return degrees + dt * (power - 0.02 * (degrees - ambient))


@njit
def measured(degrees, noise):
    return clamp(degrees + noise * np.random.normal(), LOWEST, HIGHEST)


@njit
def follow(programme, dt, ambient, noise):
    degrees = ambient
    sugar = 0.0
    curve = np.empty(programme.size)
    for at in range(programme.size):
        seen = measured(degrees, noise)
        power = min(max(0.4 * (programme[at] - seen), 0.0), 2.0)
        degrees = heat(degrees, power, ambient, dt)
        sugar += dt * activity(degrees, 63.0, 5.0)
        curve[at] = degrees
    return curve, sugar
