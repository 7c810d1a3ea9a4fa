"""Snow on a field, and the sun that falls on it."""

import numpy as np
from numba import njit, stencil


@stencil
def melted(snow, sun):
    around = snow[-1, 0] + snow[1, 0] + snow[0, -1] + snow[0, 1]
    return max(0.0, 0.2 * around + 0.2 * snow[0, 0] - 0.01 * sun[0, 0])


@njit
def day(snow, sun):
    return melted(snow, sun)


@njit
def days_until_bare(snow, suns):
    for number in range(len(suns)):
        snow = day(snow, suns[number])
        if snow.max() < 0.01:
            return number
    return -1


class Field:
    def __init__(self, rows, columns):
        self.snow = np.full((rows, columns), 0.3)

    def bare_after(self, suns):
        return days_until_bare(self.snow.copy(), suns)
