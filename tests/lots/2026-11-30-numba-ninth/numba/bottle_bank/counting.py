"""Bottles by colour and size, counted from what a camera saw."""

import numpy as np
from numba import njit

COLOURS = 3
SIZES = 8


@njit
def size_of(height):
    return min(int(height * SIZES), SIZES - 1)


@njit(nogil=True)
def tally(colours, heights, counts, litres):
    for at in range(len(colours)):
        size = size_of(heights[at])
        counts[colours[at], size] += 1
        litres[size] += heights[at] * 0.75
    return len(colours)


class Counter:
    def __init__(self):
        self.counts = np.zeros((COLOURS, SIZES), dtype=np.int64)
        self.litres = np.zeros(SIZES)

    def take(self, film):
        return tally(film.colours, film.heights, self.counts, self.litres)

    def total(self):
        return int(self.counts.sum())
