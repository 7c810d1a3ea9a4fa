import numpy as np
from numba import njit


@njit
def tiles(block):
    return np.tile(block, 3)  # fails: numba-unknown-attribute: np.tile


print(tiles(np.ones(3)))
