import numpy as np
from numba import njit


@njit
def invert(pixels):
    for i in range(pixels.size):
        pixels[i] = 255 - pixels[i]  # fails: numba-array-layout: pixels[i]


invert(np.frombuffer(b"abcd", dtype=np.uint8))
