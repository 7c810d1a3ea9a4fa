"""Tides as a sum of waves; what belongs to a harbour is passed in."""

from typing import NamedTuple

import numpy as np
from numba import njit

SPEEDS = (28.984, 30.0, 28.44, 15.041)


class Harbour(NamedTuple):
    heights: tuple
    delay: float


@njit
def heights(hours, harbour):
    found = np.zeros(len(hours))
    for speed, height in zip(SPEEDS, harbour.heights):
        found += height * np.cos(np.radians(speed * (hours - harbour.delay)))
    return found


@njit
def misfit(hours, readings, harbour):
    far = heights(hours, harbour) - readings
    return (far * far).mean()
