"""Tides as a sum of waves, whose constants belong to a harbour."""

import math

import numpy as np
from numba import njit

SPEEDS = (28.984, 30.0, 28.44, 15.041)
HARBOUR = (1.0, 0.3, 0.2, 0.1)
DELAY = 0.0


@njit
def wave(hour, speed, height):
    return height * math.cos(math.radians(speed * (hour - DELAY)))


@njit
def heights(hours):
    found = np.zeros(len(hours))
    for at in range(len(hours)):
        for speed, height in zip(SPEEDS, HARBOUR):
            found[at] += wave(hours[at], speed, height)
    return found


def use(harbour, delay):
    """The constants are compiled in, so the functions have to be made anew."""
    global HARBOUR, DELAY
    HARBOUR = harbour
    DELAY = delay
    wave.recompile()
    heights.recompile()
