"""Books on a shelf, sorted by neighbours that change places: even pairs, then odd ones."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def pass_over(books, phase):
    swapped = 0
    for pair in prange((len(books) - phase) // 2):
        left = 2 * pair + phase
        right = left + 1
        if books[left] > books[right]:
            kept = books[left]
            books[left] = books[right]
            books[right] = kept
            swapped += 1
    return swapped


def sort_shelf(books):
    passes = 0
    idle = 0
    while idle < 2:
        idle = 0 if pass_over(books, passes % 2) else idle + 1
        passes += 1
    return passes


for count in (1, 2, 37, 2000):
    books = np.random.default_rng(count).integers(0, 10_000, count)
    expected = np.sort(books)
    passes = sort_shelf(books)
    assert (books == expected).all()
    print(count, passes)
