"""Steps that a search makes on the slopes of a landscape, counted as it goes."""

import numpy as np
from numba import njit


@njit
def climb(land, start):
    if start < 0 or start >= len(land):
        raise IndexError("the search begins beside the land") from None
    steps = 0
    at = start
    moved = True
    while moved:
        moved = False
        steps += 1
        if at > 0 and land[at - 1] > land[at]:
            at -= 1
            moved = True
        elif at < len(land) - 1 and land[at + 1] > land[at]:
            at += 1
            moved = True
    return at, steps


land = np.sin(np.linspace(0, 9, 300)) + np.linspace(0, 1, 300)
for start in (10, 150, 280):
    print(start, climb(land, start))
