"""Angles of wind and boat, for numbers and for arrays of them, compiled and not."""

import numpy as np
from numba import types
from numba.extending import overload


def turned(angle):
    """The same angle from -180 to 180 degrees."""
    return (angle + 180.0) % 360.0 - 180.0


def between(a, b):
    if isinstance(a, np.ndarray):
        return np.array([turned(x - b) for x in a])
    return turned(a - b)


@overload(between)
def between_compiled(a, b):
    if isinstance(a, types.Array):

        def for_arrays(a, b):
            out = np.empty_like(a)
            for at in range(a.size):
                out[at] = turned(a[at] - b)
            return out

        return for_arrays

    def for_numbers(a, b):
        return turned(a - b)

    return for_numbers
