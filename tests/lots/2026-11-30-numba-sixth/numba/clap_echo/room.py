"""A room with an echo. The tail of the last block is kept between blocks."""

import numpy as np
from numba import njit

BLOCK = 256
TAIL = np.zeros(BLOCK * 4)
DELAYS = np.array([91, 173, 311, 487])


@njit
def reflect(sample, at):
    total = sample
    for delay in DELAYS:
        total += 0.3 * TAIL[(at - delay) % len(TAIL)]
    return total


@njit
def play(block, number, out):
    for at in range(len(block)):
        place = (number * BLOCK + at) % len(TAIL)
        value = reflect(block[at], place)
        TAIL[place] = value
        out[at] = value
