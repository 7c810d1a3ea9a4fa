"""Erosion of a landscape: material slides where it is steep, in parallel, year by year."""

import numpy as np
from numba import njit, prange

TALUS = 0.6


@njit
def slide(heights, y, x, talus):
    """What the cell loses to its lower neighbours, less what it gets from the higher ones."""
    change = 0.0
    for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        slope = heights[y, x] - heights[y + dy, x + dx]
        if slope > talus:
            change -= 0.2 * (slope - talus)
        elif slope < -talus:
            change += 0.2 * (-slope - talus)
    return change


@njit(parallel=True)
def erode(before, after, talus):
    for y in prange(1, before.shape[0] - 1):
        for x in range(1, before.shape[1] - 1):
            after[y, x] = before[y, x] + slide(before, y, x, talus)


class Landscape:
    def __init__(self, heights):
        self.heights = heights
        self.year = 0

    def steepest(self):
        return float(np.abs(np.diff(self.heights, axis=0)).max())

    def weather(self, years, talus=TALUS):
        for _ in range(years):
            erode(self.heights, self.heights, talus)
            self.year += 1

    def volume(self):
        return float(self.heights.sum())


def hills(size, seed):
    rng = np.random.default_rng(seed)
    heights = rng.random((size, size)) * 8.0
    for _ in range(3):
        heights[1:-1, 1:-1] = (
            heights[1:-1, 1:-1] * 2 + heights[:-2, 1:-1] + heights[2:, 1:-1]
        ) / 4
    return heights


def main():
    land = Landscape(hills(600, 21))
    before = land.volume()
    land.weather(30)
    print("after", land.year, "years: lost", round(before - land.volume(), 3))
    print("steepest", round(land.steepest(), 2))


if __name__ == "__main__":
    main()
