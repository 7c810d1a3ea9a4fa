"""Partial tones of a bell from its measures."""

import math

from numba import njit


@njit
def stiffness(thickness, *, alloy=1.0):
    return alloy * thickness**3 / 12.0


@njit
def partial(diameter, thickness, number):
    bend = stiffness(thickness, alloy=0.92)
    mass = 8.6 * thickness
    return number**2 / (math.pi * diameter**2) * math.sqrt(bend / mass) * 4000.0
