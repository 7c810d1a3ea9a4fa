"""Knots of a spline, checked in compiled code; what is wrong is caught there."""

import numpy as np
from numba import njit


@njit
def checked(knots, degree):
    if len(knots) < 2 * degree + 2:
        raise ValueError("too few knots")
    for at in range(1, len(knots)):
        if knots[at] < knots[at - 1]:
            raise ValueError("knots have to rise")
    return len(knots) - degree - 1


@njit
def controls(all_knots, sizes, degree):
    """How many control points each spline has; 0 for one that is not valid."""
    counts = np.zeros(len(sizes), dtype=np.int64)
    first = 0
    for spline in range(len(sizes)):
        found = 0
        try:
            found = checked(all_knots[first : first + sizes[spline]], degree)
        except Exception:
            found = 0
        counts[spline] = found
        first += sizes[spline]
    return counts


knots = np.array([0, 0, 0, 1, 2, 2, 2, 0, 1, 0, 0, 0, 0, 3, 2, 5, 5, 5.0])
counts = controls(knots, np.array([7, 4, 7]), 2)
assert list(counts) == [4, 0, 0]
print(counts)
