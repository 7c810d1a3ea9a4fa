"""Growth of yeast, by three parameters that are fitted to what was measured."""

import numpy as np
from numba import njit


@njit
def size(hour, start, rate, limit):
    return limit / (1.0 + (limit / start - 1.0) * np.exp(-rate * hour))


@njit
def misfit(parameters, hours, sizes, weights):
    total = 0.0
    for at in range(len(hours)):
        far = size(hours[at], parameters[0], parameters[1], parameters[2]) - sizes[at]
        total += weights[at] * far * far
    return total


class Culture:
    def __init__(self, hours, sizes):
        self.hours = np.asarray(hours, dtype=np.float64)
        self.sizes = np.asarray(sizes, dtype=np.float64)

    def weights(self):
        return 1.0 / (0.1 + self.sizes)
