"""Levels of water in a long canal, by steps of time."""

import numpy as np
from numba import njit, prange


@njit
def flow(left, middle, right, rate):
    return middle + rate * (left - 2.0 * middle + right)


@njit
def advance(old, new, begin, end, rate):
    for cell in range(begin, end):
        left = old[cell - 1] if cell > 0 else old[cell]
        right = old[cell + 1] if cell < len(old) - 1 else old[cell]
        new[cell] = flow(left, old[cell], right, rate)


@njit(parallel=True)
def run(levels, other, steps, blocks, rate):
    size = len(levels) // blocks
    for block in prange(blocks):
        begin = block * size
        end = len(levels) if block == blocks - 1 else begin + size
        for step in range(steps):
            if step % 2 == 0:
                advance(levels, other, begin, end, rate)
            else:
                advance(other, levels, begin, end, rate)


class Canal:
    def __init__(self, cells, blocks=8, rate=0.2):
        self.levels = np.zeros(cells)
        self.levels[cells // 3 : cells // 2] = 1.0
        self.blocks = blocks
        self.rate = rate

    def wait(self, steps):
        assert steps % 2 == 0
        other = self.levels.copy()
        run(self.levels, other, steps, self.blocks, self.rate)

    @property
    def volume(self):
        return float(self.levels.sum())
