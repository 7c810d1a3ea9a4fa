"""Hashes of the tags of animals (FNV-1a), in numbers of 64 bits without a sign."""

import numpy as np
from numba import njit

START = np.uint64(0xCBF29CE484222325)
PRIME = np.uint64(0x100000001B3)


@njit
def fold(high, low):
    return (high ^ low) & np.uint64(0xFFFF)


@njit
def tag_hash(codes):
    state = START
    for code in codes:
        state = state ^ np.uint64(code)
        state = state * PRIME
    return state


@njit
def short(codes):
    state = tag_hash(codes)
    return fold(state >> np.uint64(16), state)


np.seterr(over="ignore")
for tag in ("DE-4711", "DK-0815", "NL-2020"):
    print(tag, short(np.frombuffer(tag.encode(), dtype=np.uint8)))
