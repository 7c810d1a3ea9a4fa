"""What acts on the pendulum. Experiments may put another law in the place of `friction`."""

import math

from numba import njit

GRAVITY = 9.81


@njit
def friction(speed):
    return 0.05 * speed


@njit
def acceleration(angle, speed, length):
    return -GRAVITY / length * math.sin(angle) - friction(speed)
