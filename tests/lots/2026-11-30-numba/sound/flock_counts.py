"""Histogram of the headings of a flock: a histogram for each block, added up in the end."""

import math

import numpy as np
from numba import njit, prange

BLOCKS = 16
BINS = 36


@njit
def bin_of(heading):
    return int((heading % (2 * math.pi)) / (2 * math.pi) * BINS) % BINS


@njit(parallel=True)
def headings(velocities):
    counts = np.zeros((BLOCKS, BINS), dtype=np.int64)
    size = (velocities.shape[0] + BLOCKS - 1) // BLOCKS
    for block in prange(BLOCKS):
        begin = block * size
        end = min(begin + size, velocities.shape[0])
        for bird in range(begin, end):
            heading = math.atan2(velocities[bird, 1], velocities[bird, 0])
            counts[block, bin_of(heading)] += 1
    return counts.sum(axis=0)


velocities = np.random.default_rng(30).normal((1.0, 0.4), 0.5, (50_000, 2))
counts = headings(velocities)
print(counts.sum(), "birds, most of them at", counts.argmax() * 360 // BINS, "degrees")
