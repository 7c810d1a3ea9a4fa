import numpy as np
from numba import njit


@njit
def walk(n):
    rng = np.random.default_rng(7)  # fails: numba-unknown-attribute: np.random.default_rng
    x = 0.0
    for _ in range(n):
        x += rng.normal()
    return x


print(walk(10))
