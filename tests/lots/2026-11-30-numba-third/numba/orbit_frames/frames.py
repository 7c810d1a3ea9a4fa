"""Turning positions between frames, compiled when the module is imported."""

import math

from numba import float64, njit, types

point = types.UniTuple(float64, 3)


@njit(point(point, float64))
def about_z(position, angle):
    x, y, z = position
    c, s = math.cos(angle), math.sin(angle)
    return c * x - s * y, s * x + c * y, z


@njit(point(point, float64))
def about_x(position, angle):
    x, y, z = position
    c, s = math.cos(angle), math.sin(angle)
    return x, c * y - s * z, s * y + c * z


@njit(float64(point))
def distance(position):
    x, y, z = position
    return math.sqrt(x * x + y * y + z * z)
