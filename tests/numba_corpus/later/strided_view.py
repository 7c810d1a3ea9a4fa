import numpy as np
from numba import njit


@njit
def tokens(frame, width):
    left = frame[:, :width]
    return left.reshape(left.size)  # fails: numba-array-layout: left.reshape(left.size)


print(tokens(np.ones((4, 4)), 2))
