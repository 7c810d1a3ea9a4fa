"""The mean of what several people lay on the table."""

import numpy as np
from numba import njit


@njit
def rounded(value, unit):
    return np.floor(value / unit + 0.5) * unit


@njit
def mean_of(unit, *stakes):
    total = 0.0
    for stake in stakes:
        total += stake
    return rounded(total / len(stakes), unit)


print(mean_of(0.05, 2.0, 3.5, 1.25))
print(mean_of(0.05, 4, 2.5, np.float32(1.5), 3))
