"""Smooth a curve."""

import numpy as np
from numba import njit


@njit
def smooth(curve, width):
    smoothed = np.empty_like(curve)
    for at in range(len(curve)):
        smoothed[at] = curve[max(0, at - width) : at + width + 1].mean()
    return smoothed


print(smooth(np.array([1.0, 5.0, 2.0, 8.0])))
