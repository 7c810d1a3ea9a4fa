"""Patterns for quilts: a palette of plain Python comes in by object mode, as what it is."""

import colorsys

import numpy as np
from numba import njit, objmode, types

PALETTE = types.Array(types.float64, 2, "C")


def palette_of(count, light):
    return np.array([colorsys.hls_to_rgb(at / count, light, 0.7) for at in range(count)])


def note(text, light, notes=[]):
    notes.append((text, light))
    return len(notes)


@njit
def brightness(count, light):
    with objmode(palette=PALETTE):
        palette = palette_of(count, light)
    total = 0.0
    for row in palette:
        total += row.sum()
    return total / palette.size


@njit
def balanced(count, wanted, name):
    low, high = 0.0, 1.0
    for _ in range(20):
        light = (low + high) / 2.0
        if brightness(count, light) < wanted:
            low = light
        else:
            high = light
    with objmode(notes="int64"):
        notes = note(name, light)
    return light, notes
