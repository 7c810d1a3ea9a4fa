"""A table of keys with open addressing, as large as a power of two."""

import numpy as np
from numba import njit, prange

EMPTY = -1


@njit
def mixed(key):
    key = (key ^ (key >> 15)) * 0x2C1B3C6D
    key = (key ^ (key >> 12)) & 0x7FFFFFFF
    return key


@njit
def put(keys, counts, key):
    mask = len(keys) - 1
    slot = mixed(key) & mask
    while keys[slot] != EMPTY and keys[slot] != key:
        slot = (slot + 1) & mask
    keys[slot] = key
    counts[slot] += 1


@njit
def get(keys, counts, key):
    mask = len(keys) - 1
    slot = mixed(key) & mask
    while keys[slot] != EMPTY:
        if keys[slot] == key:
            return counts[slot]
        slot = (slot + 1) & mask
    return 0


@njit(parallel=True)
def put_all(keys, counts, entries):
    for at in prange(len(entries)):
        put(keys, counts, entries[at])


class Table:
    def __init__(self, bits):
        self.keys = np.full(1 << bits, EMPTY, dtype=np.int64)
        self.counts = np.zeros(1 << bits, dtype=np.int64)

    def add(self, entries):
        put_all(self.keys, self.counts, entries)
        return self

    def __getitem__(self, key):
        return int(get(self.keys, self.counts, key))

    def __len__(self):
        return int((self.keys != EMPTY).sum())
