"""What is done to one voice of a canon."""

import numpy as np
from numba import njit


@njit
def fill(buffer, tune, shift):
    for at in range(len(buffer)):
        buffer[at] = tune[(at - shift) % len(tune)]


@njit
def reverse(buffer):
    for at in range(len(buffer) // 2):
        other = len(buffer) - 1 - at
        buffer[at], buffer[other] = buffer[other], buffer[at]


@njit
def smooth(buffer, kept):
    last = 0.0
    for at in range(len(buffer)):
        last = kept * last + (1.0 - kept) * buffer[at]
        buffer[at] = last


def tune_of(notes, seed):
    return np.random.default_rng(seed).integers(-7, 8, notes).astype(np.float64)
