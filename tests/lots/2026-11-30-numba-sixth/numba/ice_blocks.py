"""Ice on a lake: how thick after a winter, in each of its cells."""

import numpy as np
from numba import njit


@njit
def winter(frost, rows, columns):
    ice = np.zeros([rows, columns])
    for day in range(len(frost)):
        for row in range(rows):
            for column in range(columns):
                edge = min(row, column, rows - 1 - row, columns - 1 - column)
                ice[row, column] += frost[day] / (1.0 + edge + ice[row, column])
    return ice


frost = np.maximum(0.0, np.random.default_rng(2).normal(1.0, 2.0, 90))
print(winter(frost, 6, 9).round(1))
