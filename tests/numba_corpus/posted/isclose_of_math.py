import math
from numba import njit

@njit
def converged(old, new):
    return math.isclose(old, new)  # fails: numba-unknown-attribute: math.isclose

converged(1.0, 1.0)
