import numpy as np
from numba import njit


@njit
def solve(a, b):
    return np.linalg.solve(a, b)  # fails: configuration: np.linalg.solve(a, b)


print(solve(np.eye(2), np.ones(2)))
