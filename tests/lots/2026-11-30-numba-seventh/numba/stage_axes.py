"""The axes of a stage light, turned round the upright."""

import numpy as np
from numba import njit


@njit("float64[:, ::1](float64)")
def axes(angle):
    cos, sin = np.cos(angle), np.sin(angle)
    turned = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    return turned.T


print(axes(0.5).round(3))
