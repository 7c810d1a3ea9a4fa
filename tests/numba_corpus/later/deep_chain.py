import numpy as np
from numba import njit


@njit
def distance(a, b):
    d = a - b
    return np.sqrt(d.dot(d.transpose))  # fails: numba-operand-types: d.dot(d.transpose)


@njit
def nearest(points, p):
    best = np.inf
    for i in range(points.shape[0]):
        best = min(best, distance(points[i], p))
    return best


@njit
def main(points):
    return nearest(points, points[0])


print(main(np.ones((3, 2))))
