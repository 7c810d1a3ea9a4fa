"""Patterns for quilts: a palette is made by plain Python, the rest is compiled."""

import colorsys

import numpy as np
from numba import njit, objmode


def palette_of(count, light):
    return np.array([colorsys.hls_to_rgb(at / count, light, 0.7) for at in range(count)])


@njit
def brightness(count, light):
    with objmode(palette="float64[:]"):
        palette = palette_of(count, light)
    total = 0.0
    for value in palette:
        total += value
    return total / len(palette)


@njit
def balanced(count, wanted):
    low, high = 0.0, 1.0
    for _ in range(20):
        light = (low + high) / 2.0
        if brightness(count, light) < wanted:
            low = light
        else:
            high = light
    return light
