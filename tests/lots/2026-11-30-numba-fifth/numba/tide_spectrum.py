"""Constituents of the tide: amplitudes at a few known periods."""

import cmath
import math

import numpy as np
from numba import njit

PERIODS = np.array([12.4206, 12.0, 12.6583, 23.9345, 25.8193])  # hours: M2, S2, N2, K1, O1
NAMES = ("M2", "S2", "N2", "K1", "O1")


@njit
def constituents(levels, periods):
    mean = levels.mean()
    found = np.zeros(len(periods))
    for at in range(len(periods)):
        total = 0j
        for hour in range(len(levels)):
            phase = -2 * math.pi * hour / periods[at]
            total += (levels[hour] - mean) * cmath.exp(1j * phase)
        found[at] = 2 * total / len(levels)
    return found


def made_up(hours):
    at = np.arange(hours)
    levels = 2.1 * np.cos(2 * np.pi * at / PERIODS[0] - 0.4)
    levels += 0.7 * np.cos(2 * np.pi * at / PERIODS[1] + 1.1)
    levels += 0.2 * np.cos(2 * np.pi * at / PERIODS[3])
    return levels + 4.0


for name, value in zip(NAMES, constituents(made_up(24 * 29), PERIODS)):
    print(name, round(abs(value), 2))
