import numpy as np
from numba import njit


@njit
def blocks(values):
    every = values[::2]
    return every.reshape(2, 2)  # fails: numba-array-layout: every.reshape(2, 2)


print(blocks(np.arange(8.0)))
