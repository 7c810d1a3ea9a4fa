"""Corners of a tent's roof, from the poles that carry it."""

import numpy as np
from numba import njit


@njit
def corners(pole, width, length):
    across = np.array([width / 2, 0.0, 0.0])
    along = np.array([0.0, length / 2, 0.0])
    return np.array([pole - across - along, pole + across - along, pole + across + along, pole - across + along])


print(corners(np.array([0.0, 0.0, 2.1]), 3.0, 4.0))
