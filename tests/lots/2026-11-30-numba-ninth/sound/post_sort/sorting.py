"""Sorts codes of letters by a digit at a time, in several threads."""

import numpy as np
from numba import njit, prange

DIGITS = 256


@njit
def digit_of(code, shift):
    return (code >> shift) & (DIGITS - 1)


@njit
def move(source, target, begin, end, places, shift):
    for at in range(begin, end):
        digit = digit_of(source[at], shift)
        target[places[digit]] = source[at]
        places[digit] += 1


@njit(parallel=True)
def one_pass(source, target, blocks, shift):
    counts = np.zeros((blocks, DIGITS), dtype=np.int64)
    for block in prange(blocks):
        for at in range(block * len(source) // blocks, (block + 1) * len(source) // blocks):
            counts[block, digit_of(source[at], shift)] += 1
    place = 0
    for digit in range(DIGITS):
        for block in range(blocks):
            count = counts[block, digit]
            counts[block, digit] = place
            place += count
    for block in prange(blocks):
        begin = block * len(source) // blocks
        end = (block + 1) * len(source) // blocks
        move(source, target, begin, end, counts[block], shift)


class Sorter:
    def __init__(self, blocks=6):
        self.blocks = blocks

    def sort(self, codes):
        source, target = codes.copy(), np.empty_like(codes)
        for shift in (0, 8, 16):
            one_pass(source, target, self.blocks, shift)
            source, target = target, source
        return source
