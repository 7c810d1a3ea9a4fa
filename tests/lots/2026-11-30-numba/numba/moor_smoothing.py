"""Heights of a moor, smoothed by a kernel of any width."""

import numpy as np
from numba import njit, stencil


@stencil
def box(heights, reach):
    total = 0.0
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            total += heights[dy, dx]
    return total / (2 * reach + 1) ** 2


@njit
def roughness(heights, reach):
    smooth = box(heights, reach)
    return np.sqrt(((heights - smooth) ** 2).mean())


moor = np.random.default_rng(3).normal(210.0, 0.4, (60, 60)).cumsum(axis=1)
for reach in (1, 2, 4):
    print(reach, round(roughness(moor, reach), 2))
