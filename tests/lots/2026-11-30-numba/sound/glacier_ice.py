"""Thickness of ice: a stencil with fixed neighbours, and a constant table."""

import numpy as np
from numba import njit, stencil

WEIGHTS = np.array([0.05, 0.1, 0.2, 0.3, 0.2, 0.1, 0.05])


@stencil
def laplacian(ice):
    return ice[-1, 0] + ice[1, 0] + ice[0, -1] + ice[0, 1] - 4.0 * ice[0, 0]


@njit
def flow(ice, share, steps):
    for _ in range(steps):
        ice = ice + share * laplacian(ice)
    return ice


@njit
def profile(ice, row):
    out = np.zeros(ice.shape[1])
    for column in range(3, ice.shape[1] - 3):
        for k in range(WEIGHTS.size):
            out[column] += WEIGHTS[k] * ice[row, column + k - 3]
    return out


ice = np.zeros((40, 40))
ice[10:30, 12:28] = 120.0
print(profile(flow(ice, 0.2, 50), 20).max().round(5))
