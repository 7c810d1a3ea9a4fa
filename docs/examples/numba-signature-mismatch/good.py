"""Normalise the volume of a recording."""

import numpy as np
from numba import njit


@njit("float64[:](float64[:], float64)")
def normalise(samples, loudest):
    return samples * (loudest / np.abs(samples).max())


recording = np.array([0, 1200, -3000, 800], dtype=np.int16)
print(normalise(recording.astype(np.float64), 1.0))
