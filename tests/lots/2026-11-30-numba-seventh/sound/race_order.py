"""Sailors by points; who is equal stays in the order of the entry list."""

import numpy as np
from numba import njit


@njit
def order(points):
    return np.argsort(-points, kind="mergesort")


@njit
def places(points):
    found = np.empty(len(points), dtype=np.int64)
    place = 0
    for at, sailor in enumerate(order(points)):
        if at == 0 or points[sailor] != points[order(points)[at - 1]]:
            place = at + 1
        found[sailor] = place
    return found


points = np.random.default_rng(9).integers(0, 6, 30)
print(order(points), places(points))
