"""Volumes of prisms, a row of measures each."""

import numpy as np
from numba import njit


@njit
def volume(width, depth, height):
    return 0.5 * width * depth * height


@njit
def volumes(measures):
    found = np.empty(len(measures))
    for prism in range(len(measures)):
        found[prism] = volume(*measures[prism])
    return found


print(volumes(np.array([[1.0, 2.0, 3.0], [2.0, 2.0, 5.0]])))
