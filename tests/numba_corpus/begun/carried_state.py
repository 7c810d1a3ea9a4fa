"""Random walks, whose numbers come from a generator of one's own."""

import numpy as np
from numba import njit, prange

A, C, M = 1103515245, 12345, 1 << 31


@njit(parallel=True)
def walks(count, steps, seed):
    ends = np.zeros((count, 2))
    state = seed
    for w in prange(count):
        x = 0.0
        y = 0.0
        for _ in range(steps):
            state = (state * A + C) % M  # fails: numba-unsupported-python: state * A
            direction = state >> 29
            if direction == 0:
                x += 1
            elif direction == 1:
                x -= 1
            elif direction == 2:
                y += 1
            else:
                y -= 1
        ends[w, 0] = x
        ends[w, 1] = y
    return ends


def main():
    ends = walks(2_000, 50, 42)
    print(ends.shape, np.hypot(ends[:, 0], ends[:, 1]).mean() > 0)


main()
