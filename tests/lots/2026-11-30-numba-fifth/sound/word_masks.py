"""Which words of a list share no letter? The letters are bits, each row has its own words of 64."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def disjoint(masks):
    count = len(masks)
    rows = np.zeros((count, (count + 63) // 64), dtype=np.uint64)
    for one in prange(count):
        for other in range(count):
            if masks[one] & masks[other] == 0:
                rows[one, other >> 6] |= np.uint64(1) << np.uint64(other & 63)
    return rows


def mask(word):
    return sum(1 << (ord(letter) - 97) for letter in set(word))


words = ["lynx", "goat", "ibis", "crab", "moth", "wasp", "duck", "fish", "newt", "vole"] * 13
rows = disjoint(np.array([mask(word) for word in words]))
for one, row in enumerate(rows):
    for other in range(len(words)):
        bit = (int(row[other >> 6]) >> (other & 63)) & 1
        assert bit == (not set(words[one]) & set(words[other]))
print(sum(int(part).bit_count() for part in rows.ravel()))
