"""What is a throw of five dice worth?"""

import numpy as np
from numba import njit


@njit
def points(counts):
    most, second, *rest = (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
    if most == 5:
        return 50
    if most == 4:
        return 40
    if most == 3 and second == 2:
        return 25
    return 0


@njit
def play(throws):
    total = 0
    counts = np.zeros(6, dtype=np.int64)
    for throw in throws:
        counts[:] = 0
        for die in throw:
            counts[die] += 1
        total += points(np.sort(counts)[::-1])
    return total


print(play(np.random.default_rng(1).integers(0, 6, (1000, 5))))
