"""Differences of phases, wrapped; of a radar's two channels."""

import math

import numpy as np
from numba import vectorize


@vectorize(["float32(float32, float32)", "float64(float64, float64)"])
def wrapped(first, second):
    change = first - second
    while change > math.pi:
        change -= 2 * math.pi
    while change < -math.pi:
        change += 2 * math.pi
    return change


def interferogram(size):
    y, x = np.mgrid[:size, :size] / size
    return np.exp(1j * (9 * x + 4 * y)), np.exp(1j * 3 * y)


first, second = interferogram(64)
print("mean phase:", wrapped(np.angle(first), np.angle(second)).mean().round(3))
print("in pairs:", wrapped(first * second.conj(), np.angle(second)).mean())
