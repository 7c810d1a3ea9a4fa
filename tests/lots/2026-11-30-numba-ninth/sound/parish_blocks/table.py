"""Tables of keys with open addressing: a table for each block of entries, put together behind."""

import numpy as np
from numba import njit, prange

EMPTY = -1


@njit
def put(keys, counts, key, more):
    mask = len(keys) - 1
    slot = (key * 40503) & mask
    while keys[slot] != EMPTY and keys[slot] != key:
        slot = (slot + 1) & mask
    keys[slot] = key
    counts[slot] += more


@njit
def put_block(keys, counts, entries):
    for at in range(len(entries)):
        put(keys, counts, entries[at], 1)


@njit(parallel=True)
def put_all(keys, counts, entries):
    blocks = len(keys)
    for block in prange(blocks):
        begin = block * len(entries) // blocks
        end = (block + 1) * len(entries) // blocks
        put_block(keys[block], counts[block], entries[begin:end])
    for block in range(1, blocks):
        for slot in range(keys.shape[1]):
            if keys[block, slot] != EMPTY:
                put(keys[0], counts[0], keys[block, slot], counts[block, slot])


class Table:
    def __init__(self, bits, blocks=4):
        self.keys = np.full((blocks, 1 << bits), EMPTY, dtype=np.int64)
        self.counts = np.zeros((blocks, 1 << bits), dtype=np.int64)

    def add(self, entries):
        put_all(self.keys, self.counts, entries)
        return self

    def total(self):
        return int(self.counts[0].sum())

    def __len__(self):
        return int((self.keys[0] != EMPTY).sum())
