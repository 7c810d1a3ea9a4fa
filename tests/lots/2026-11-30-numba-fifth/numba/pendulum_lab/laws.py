"""Other laws of friction."""

import math

from numba import njit


@njit
def none_at_all(speed):
    return 0.0


@njit
def of_air(speed):
    return 0.4 * speed * abs(speed)


@njit
def of_the_bearing(speed):
    return math.copysign(0.15, speed)


LAWS = {"none": none_at_all, "air": of_air, "bearing": of_the_bearing}
