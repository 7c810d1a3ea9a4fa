"""Steps of a paper fold, as functions that are passed on, with their arguments by a star."""

import math

from numba import njit


@njit
def turn(x, y, angle):
    return math.cos(angle) * x - math.sin(angle) * y, math.sin(angle) * x + math.cos(angle) * y


@njit
def mirror(x, y, slope):
    d = (x + y * slope) / (1 + slope * slope)
    return 2 * d - x, 2 * d * slope - y


@njit
def twice(step, point, *settings):
    point = step(*point, *settings)
    return step(*point, *settings)


@njit
def fold(point, angle, slope):
    point = twice(turn, point, angle)
    point = twice(mirror, point, slope)
    return point


x, y = fold((1.0, 2.0), 0.3, 0.5)
print(round(x, 4), round(y, 4))
