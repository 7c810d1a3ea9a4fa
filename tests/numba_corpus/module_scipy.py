import math

from numba import njit


@njit
def both(a, b):
    return math.lerp(a, b)  # fails: numba-unknown-attribute: math.lerp


print(both(1.0, 2.0))
