"""Frames of a swell that rolls over a pool, one after the other."""

import numpy as np
from numba import njit, prange


@njit
def lifted(left, here, right, before):
    return 1.996 * here - 0.998 * before + 0.3 * (left - 2.0 * here + right)


@njit(parallel=True)
def frames(surface, count):
    before = surface.copy()
    here = surface
    for _ in range(count):
        after = np.zeros_like(here)
        for row in prange(here.shape[0]):
            for at in range(1, here.shape[1] - 1):
                after[row, at] = lifted(here[row, at - 1], here[row, at], here[row, at + 1], before[row, at])
        before, here = here, after
        yield here.max()


def main():
    surface = np.zeros((200, 400))
    surface[:, 180:220] = np.hanning(40)
    for number, crest in enumerate(frames(surface, 40)):
        if number % 8 == 0:
            print(number, round(crest, 4))


if __name__ == "__main__":
    main()
