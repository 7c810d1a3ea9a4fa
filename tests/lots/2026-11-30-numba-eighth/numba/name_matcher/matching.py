"""How different are two names? Letters to change, to leave out or to put in."""

import numpy as np
from numba import njit


def encoded(name, width):
    letters = np.zeros(width, dtype=np.uint8)
    data = name.encode("latin-1", "replace")[:width]
    letters[: len(data)] = np.frombuffer(data, dtype=np.uint8)
    return letters, len(data)


@njit(nogil=True)
def distance(first, first_length, second, second_length, row):
    for at in range(second_length + 1):
        row[at] = at
    for i in range(first_length):
        corner = row[0]
        row[0] = i + 1
        for j in range(second_length):
            above = row[j + 1]
            change = corner + (first[i] != second[j])
            row[j + 1] = min(change, above + 1, row[j] + 1)
            corner = above
    return row[second_length]


@njit(nogil=True)
def nearest(name, length, names, lengths, row):
    best, least = -1, 1 << 30
    for at in range(len(names)):
        far = distance(name, length, names[at], lengths[at], row)
        if far < least:
            best, least = at, far
    return best, least
