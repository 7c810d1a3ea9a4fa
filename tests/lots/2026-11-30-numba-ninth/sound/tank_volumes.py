"""What is left in lying tanks: the signature says a float, and gets one on each way."""

import math

import numpy as np
from numba import njit


@njit("float64(float64, float64, float64)")
def cubic_metres(height, radius, length):
    if height <= 0.0:
        return 0.0
    if height >= 2.0 * radius:
        return math.pi * radius * radius * length
    down = radius - height
    sector = radius * radius * math.acos(down / radius)
    return (sector - down * math.sqrt(2.0 * radius * height - height * height)) * length


@njit
def owner(codes, owners, code):
    found = np.int64(-1)
    for at in range(len(codes)):
        if codes[at] == code:
            found = owners[at]
    return found


half = cubic_metres(1.2, 1.2, 4.0)
assert abs(half - math.pi * 1.44 * 2.0) < 1e-9
assert owner(np.array([5, 7]), np.array([2**60 + 1, 2**60 + 3]), 7) == 2**60 + 3
print(half, cubic_metres(0.0, 1.0, 1.0), cubic_metres(3.0, 1.0, 1.0))
