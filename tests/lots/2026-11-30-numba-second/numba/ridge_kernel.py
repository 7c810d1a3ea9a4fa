"""Ridges in a map of heights: a weighted neighbourhood, as a stencil."""

import numpy as np
from numba import njit, stencil


@stencil(neighborhood=((-1, 1), (-1, 1)), standard_indexing=("kernel",))
def ridge(heights, weights):
    total = 0.0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            total += heights[dy, dx] * weights[dy + 1, dx + 1]
    return total


@njit
def ridges(heights, weights, threshold):
    sharp = ridge(heights, weights)
    count = 0
    for y in range(heights.shape[0]):
        for x in range(heights.shape[1]):
            if sharp[y, x] > threshold:
                count += 1
    return count


def hills(size):
    y, x = np.mgrid[:size, :size] / size
    return 100 * np.abs(np.sin(9 * x + 4 * y)) + 40 * y


if __name__ == "__main__":
    weights = np.full((3, 3), -1.0)
    weights[1, 1] = 8.0
    print(ridges(hills(200), weights, 6.0), "cells on a ridge")
