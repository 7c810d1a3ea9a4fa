"""Ways up a stair by steps of one to three, by a recursion with a table of what is known."""

import numpy as np
from numba import njit


@njit
def ways(stair, known):
    if stair < 0:
        return 0
    if stair == 0:
        return 1
    if known[stair] >= 0:
        return known[stair]
    found = ways(stair - 1, known) + ways(stair - 2, known) + ways(stair - 3, known)
    known[stair] = found
    return found


def plain(stair):
    a, b, c = 0, 0, 1
    for _ in range(stair):
        a, b, c = b, c, a + b + c
    return c


for stair in (1, 4, 10, 40):
    assert ways(stair, np.full(stair + 1, -1)) == plain(stair)
print(plain(40))
