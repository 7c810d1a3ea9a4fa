"""Merge sort from below: in each pass all pairs of runs are merged at once."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def merge_pass(source, target, width):
    n = source.size
    pairs = (n + 2 * width - 1) // (2 * width)
    for p in prange(pairs):
        low = p * 2 * width
        middle = min(low + width, n)
        high = min(low + 2 * width, n)
        a = low
        b = middle
        for k in range(low, high):
            if a < middle and (b >= high or source[a] <= source[b]):
                target[k] = source[a]
                a += 1
            else:
                target[k] = source[b]
                b += 1


def merge_sort(values):
    source, target = values.copy(), np.empty_like(values)
    width = 1
    while width < values.size:
        merge_pass(source, target, width)
        source, target = target, source
        width *= 2
    return source


def main():
    values = np.random.default_rng(9).random(5_000)
    print(np.array_equal(merge_sort(values), np.sort(values)))


main()
