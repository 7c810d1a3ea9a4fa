import tempfile

import numpy as np
from numba import njit


@njit
def normalise(block):
    peak = block.max()
    for i in range(block.shape[0]):
        for j in range(block.shape[1]):
            block[i, j] /= peak  # fails: numba-array-layout: block[i, j]


with tempfile.NamedTemporaryFile() as file:
    np.ones((2, 2)).tofile(file.name)
    normalise(np.memmap(file.name, dtype="f8", mode="r", shape=(2, 2)))
