"""FNV hashes of words: unsigned numbers throughout, cut to 64 bits on purpose."""

import numpy as np
from numba import njit

PRIME = np.uint64(1099511628211)
START = np.uint64(14695981039346656037)


@njit
def fnv(letters):
    value = START
    for letter in letters:
        value = (value ^ np.uint64(letter)) * PRIME
    return value


def fnv_python(letters):
    value = int(START)
    for letter in letters:
        value = ((value ^ letter) * int(PRIME)) % 2**64
    return value


for word in ("apple", "pear", "quince", "medlar" * 20):
    letters = np.frombuffer(word.encode(), dtype=np.uint8)
    assert int(fnv(letters)) == fnv_python(word.encode())
print(hex(int(fnv(letters))))
