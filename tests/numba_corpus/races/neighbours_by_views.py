"""A rope that comes to rest: its pieces, those before and those behind are three views."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def settle(heights, steps):
    here = heights[1:-1]
    before = heights[:-2]
    behind = heights[2:]
    for _ in range(steps):
        for piece in prange(len(here)):
            pull = before[piece] + behind[piece] - 2.0 * here[piece]
            here[piece] += 0.45 * pull - 0.0004  # fails: data-race: here


heights = np.linspace(0.0, 1.0, 400)
settle(heights, 3)
print(heights.sum())
