"""Badges of a fair: whoever comes through a door is looked up in the list of those who paid."""

import numpy as np
from numba import njit


@njit
def place_of(codes, code):
    low, high = 0, len(codes)
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


@njit
def owner_of(codes, owners, code):
    place = place_of(codes, code)
    found = -1.0
    if place < len(codes) and codes[place] == code:
        found = owners[place]
    return int(found)


@njit
def owners_of(codes, owners, seen):
    result = np.empty(len(seen), dtype=np.int64)
    for at in range(len(seen)):
        result[at] = owner_of(codes, owners, seen[at])
    return result


class Badges:
    def __init__(self, codes, owners):
        order = np.argsort(codes)
        self.codes = codes[order]
        self.owners = owners[order]

    def owners_at(self, seen):
        return owners_of(self.codes, self.owners, seen)
