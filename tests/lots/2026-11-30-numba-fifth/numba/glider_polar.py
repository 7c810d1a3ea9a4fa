"""Sink rate of a glider at a few speeds."""

import numpy as np
from numba import njit


@njit
def sink(speed, mass, **options):
    drag = 0.011
    if "bugs" in options:
        drag += 0.004
    lift = 2 * mass * 9.81 / (1.225 * 10.5 * speed**2)
    return speed * (drag + lift**2 / (3.14159 * 21.4 * 0.9)) / lift


for speed in np.arange(22.0, 45.0, 4.0):
    print(speed, round(sink(speed, 480.0), 2))
