"""The brightest pixel of a stack of images, kept in an array of one element."""

import numpy as np
from numba import njit, prange


@njit
def contrast(image, y, x):
    here = image[y, x]
    around = 0.0
    for dy in (-1, 1):
        around += image[y + dy, x]
    for dx in (-1, 1):
        around += image[y, x + dx]
    return here - around / 4


@njit(parallel=True)
def brightest(stack):
    best = np.full(1, -1e9)
    where = np.zeros(3, np.int64)
    for n in prange(stack.shape[0]):
        for y in range(1, stack.shape[1] - 1):
            for x in range(1, stack.shape[2] - 1):
                value = contrast(stack[n], y, x)
                if value > best[0]:
                    best[0] = value  # fails: data-race: best
                    where[0] = n
                    where[1] = y
                    where[2] = x
    return best[0], where


def main():
    stack = np.random.default_rng(5).random((12, 40, 40))
    value, where = brightest(stack)
    print(round(value, 4), where)


main()
