import numpy as np
from numba import njit


@njit
def invert(pixels):
    for i in range(pixels.size):
        old = 255 - pixels[i]
        pixels[i] = old  # fails: numba-array-layout: pixels[i]


invert(np.frombuffer(b"abcd", dtype=np.uint8))
