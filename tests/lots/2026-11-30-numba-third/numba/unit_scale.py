"""Lengths in any unit: numbers, arrays, and a plain function that does the same outside."""

import numpy as np
from numba import njit, types
from numba.extending import overload


def metres(value, unit):
    return np.asarray(value) * unit


@overload(metres)
def metres_compiled(value, unit):
    if isinstance(value, types.Array):

        def of_array(value, unit):
            return unit * value

        return of_array
    if isinstance(value, (types.Float, types.Integer)):
        return value * unit


@njit
def fence(sides, corner):
    total = metres(sides, 0.3048).sum()
    return total + 4.0 * metres(corner, 0.0254)


print(fence(np.array([120.0, 80.0, 120.0, 80.0]), 6.0))
