"""Spins on a square, flipped one after the other."""

import math

import numpy as np
from numba import njit


@njit
def neighbours(spins, row, column):
    size = len(spins)
    return (
        spins[(row + 1) % size, column]
        + spins[row - 1, column]
        + spins[row, (column + 1) % size]
        + spins[row, column - 1]
    )


@njit
def sweep(spins, heat, state):
    size = len(spins)
    for _ in range(size * size):
        state = (state * 6364136223846793005 + 1442695040888963407) & 0x7FFFFFFFFFFFFFFF
        row, column = (state >> 20) % size, (state >> 40) % size
        cost = 2.0 * spins[row, column] * neighbours(spins, row, column)
        if cost <= 0 or (state >> 8) % 4096 < 4096 * math.exp(-cost / heat):
            spins[row, column] = -spins[row, column]
    return state


@njit
def simulate(spins, heat, sweeps, seed):
    state = seed
    magnetism = np.zeros(sweeps)
    for at in range(sweeps):
        state = sweep(spins, heat, state)
        magnetism[at] = abs(spins.mean())
    return magnetism
