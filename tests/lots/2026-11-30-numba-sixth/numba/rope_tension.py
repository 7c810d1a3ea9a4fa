"""A rope of many pieces that hangs between two posts, and comes to rest.

Each piece is pulled by its two neighbours and by its weight. The rope is kept as one array
of heights; the views of its pieces and of their neighbours are made once.
"""

import numpy as np
from numba import njit, prange

PULL = 0.45
WEIGHT = 0.0004


@njit(parallel=True)
def settle(heights, steps):
    here = heights[1:-1]
    before = heights[:-2]
    behind = heights[2:]
    for _ in range(steps):
        for piece in prange(len(here)):
            pull = before[piece] + behind[piece] - 2.0 * here[piece]
            here[piece] += PULL * pull - WEIGHT


@njit
def length_of(heights, width):
    total = 0.0
    for at in range(1, len(heights)):
        rise = heights[at] - heights[at - 1]
        total += (width * width + rise * rise) ** 0.5
    return total


@njit
def steepest(heights):
    at = 1
    for other in range(1, len(heights)):
        if abs(heights[other] - heights[other - 1]) > abs(heights[at] - heights[at - 1]):
            at = other
    return at


class Rope:
    def __init__(self, pieces, left, right):
        self.heights = np.linspace(left, right, pieces + 2)
        self.width = 1.0 / (pieces + 1)

    def rest(self, rounds, steps):
        for _ in range(rounds):
            settle(self.heights, steps)
            yield self.sag(), length_of(self.heights, self.width)

    def steepest(self):
        return steepest(self.heights) * self.width

    def sag(self):
        straight = np.linspace(self.heights[0], self.heights[-1], len(self.heights))
        return float((straight - self.heights).max())


def main():
    rope = Rope(9_000, 4.0, 3.0)
    for sag, length in rope.rest(5, 400):
        print(f"sag {sag:.15f}, length {length:.12f}")
    print("steepest at", round(rope.steepest(), 4))


if __name__ == "__main__":
    main()
