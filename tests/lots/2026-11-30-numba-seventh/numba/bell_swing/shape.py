"""The shape of a bell, as a function of the height; compiled for the integrator."""

import math

from numba import cfunc


@cfunc("float64(float64, float64, float64)")
def ring(height, radius, flare):
    width = radius * (0.6 + 0.4 * math.exp(-flare * height))
    return 2 * math.pi * width * math.sqrt(1 + (0.4 * radius * flare) ** 2)
