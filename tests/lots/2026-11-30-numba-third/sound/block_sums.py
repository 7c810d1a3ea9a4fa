"""Catches by square: each block of the log has a table of its own, and they are added up behind the loop."""

import numpy as np
from numba import njit, prange


@njit
def square_of(east, north, columns):
    return int(north) * columns + int(east)


@njit(parallel=True)
def tables(east, north, catch, columns, rows, blocks):
    parts = np.zeros((blocks, columns * rows))
    size = (catch.size + blocks - 1) // blocks
    for block in prange(blocks):
        mine = parts[block]
        for at in range(block * size, min(catch.size, (block + 1) * size)):
            mine[square_of(east[at], north[at], columns)] += catch[at]
    return parts


@njit(parallel=True)
def together(parts):
    out = np.zeros(parts.shape[1])
    for square in prange(parts.shape[1]):
        for block in range(parts.shape[0]):
            out[square] += parts[block, square]
    return out


class Log:
    def __init__(self, entries, seed):
        rng = np.random.default_rng(seed)
        self.east = rng.uniform(0.0, 20.0, entries)
        self.north = rng.uniform(0.0, 15.0, entries)
        self.catch = rng.gamma(2.0, 3.0, entries)

    def totals(self):
        return together(tables(self.east, self.north, self.catch, 20, 15, 8))


def main():
    log = Log(400_000, 1)
    squares = log.north.astype(int) * 20 + log.east.astype(int)
    assert np.allclose(log.totals(), np.bincount(squares, log.catch, 300))
    print(log.totals()[:4].round(2))


if __name__ == "__main__":
    main()
