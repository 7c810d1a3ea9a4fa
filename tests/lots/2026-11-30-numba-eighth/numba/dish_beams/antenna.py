"""What a round antenna hears from the side."""

import math

import numpy as np
from numba import njit
from special import cbrt, exp10, j0


@njit
def size_for(volume):
    return 2.0 * cbrt(volume * 0.75 / math.pi)


@njit
def heard(radius, wave, angle):
    total = 0.0
    steps = 200
    for at in range(steps):
        r = (at + 0.5) / steps * radius
        total += j0(2 * math.pi * r * math.sin(angle) / wave) * r
    return 2.0 * total / steps / radius


@njit
def power(decibels):
    return exp10(decibels / 10.0)


@njit
def pattern(radius, wave, angles):
    found = np.empty(len(angles))
    for at in range(len(angles)):
        found[at] = heard(radius, wave, angles[at]) ** 2
    return found
