"""Integrals of a few functions by Simpson's rule; the rule is compiled for each of them once."""

import math

import numpy as np
from numba import njit


@njit
def bell(x):
    return math.exp(-x * x)


@njit
def wave(x):
    return math.sin(x) ** 2


@njit
def simpson(function, low, high, pieces):
    width = (high - low) / pieces
    total = function(low) + function(high)
    for k in range(1, pieces):
        total += (4 if k % 2 else 2) * function(low + k * width)
    return total * width / 3


def maker(power):
    @njit
    def monomial(x):
        return x**power

    return monomial


CUBE = maker(3)
for name, function in (("bell", bell), ("wave", wave), ("cube", CUBE)):
    values = [simpson(function, 0.0, float(high), 200) for high in np.linspace(0.5, 3, 6)]
    print(name, np.round(values, 6))
