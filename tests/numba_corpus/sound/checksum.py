"""A checksum and extremes of blocks of data."""

import numpy as np
from numba import njit, prange


@njit
def mixed(word, at):
    word = (word ^ (at * 2654435761)) & 0xFFFFFFFF
    return (word * 2246822519) & 0xFFFFFFFF


@njit(parallel=True)
def survey(blocks):
    check = 0
    low = np.int64(1 << 40)
    high = np.int64(-(1 << 40))
    for b in prange(blocks.shape[0]):
        for k in range(blocks.shape[1]):
            value = blocks[b, k]
            check += mixed(value, b * blocks.shape[1] + k)
            low = min(low, value)
            high = max(high, value)
    return check, low, high


def main():
    blocks = np.random.default_rng(4).integers(-5, 1000, size=(64, 128))
    check, low, high = survey(blocks)
    print(check > 0, low == blocks.min(), high == blocks.max())


main()
