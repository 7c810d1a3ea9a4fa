import numpy as np
from numba import njit


@njit
def centre(points, weights):
    total = 0  # fails: numba-cannot-unify: 0
    mass = 0.0
    for i in range(points.shape[0]):
        total = total + points[i] * weights[i]
        mass += weights[i]
    return total / mass


print(centre(np.random.rand(10, 3), np.ones(10)))
