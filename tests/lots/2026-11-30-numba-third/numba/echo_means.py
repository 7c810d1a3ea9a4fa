"""Mean power of echoes, row by row, by a ufunc that is compiled as it is called."""

import numpy as np
from numba import guvectorize, njit


@njit
def decibels(power):
    return 10.0 * np.log10(power)


@guvectorize("(n)->()")
def power(echo, out):
    total = 0.0
    for at in range(echo.size):
        total += echo[at] ** 2
    out[0] = total / echo.size


class Sounder:
    def __init__(self, pings, samples):
        self.echoes = np.random.default_rng(1).normal(0.0, 2.0, (pings, samples))

    def levels(self):
        return decibels(power(self.echoes))


print(Sounder(6, 400).levels().round(2))
