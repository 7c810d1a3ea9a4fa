"""A ray through some lenses, with options for each of them."""

import math

from numba import njit


@njit
def refract(height, angle, focal, thickness, index):
    angle = angle - height / focal
    height = height + thickness / index * angle
    return height, angle


@njit
def through(height, angle, lenses):
    settings = {"thickness": 4.0, "index": 1.52}
    for focal in lenses:
        height, angle = refract(height, angle, focal, **settings)
    return height, math.degrees(angle)


print(through(5.0, 0.0, (80.0, -45.0, 60.0)))
