"""Water in a reservoir from depths in float32, summed up in float64."""

import numpy as np
from numba import njit


@njit
def volume(depths, cell):
    total = 0.0
    for row in range(depths.shape[0]):
        for column in range(depths.shape[1]):
            total += np.float64(depths[row, column])
    return total * cell


@njit
def mean_depth(depths):
    return volume(depths, 1.0) / depths.size


depths = np.full((2500, 300), 9.3, dtype=np.float32)
assert np.isclose(volume(depths, 2.0), 2.0 * depths.sum(dtype=np.float64))
print(round(volume(depths, 2.0)), round(mean_depth(depths), 4))
