"""Sand that the wind takes from dunes, by slopes in the wind's direction."""

import time

import numpy as np
from numba import prange
from options import compiled


@compiled
def taken(heights, wind, result):
    rows, columns = heights.shape
    for row in prange(1, rows - 1):
        for column in range(1, columns - 1):
            east = heights[row, column + 1] - heights[row, column - 1]
            north = heights[row + 1, column] - heights[row - 1, column]
            steep = east * wind[0] + north * wind[1]
            result[row, column] = max(0.0, steep) ** 1.5 if steep < 1.0 else 1.0


class Desert:
    def __init__(self, side, seed):
        rng = np.random.default_rng(seed)
        self.heights = rng.random((side, side)).cumsum(axis=0) % 7.0
        self.loss = np.zeros_like(self.heights)

    def year(self, winds):
        for wind in winds:
            taken(self.heights, wind, self.loss)
            self.heights -= 0.01 * self.loss


def main():
    desert = Desert(900, 6)
    begin = time.monotonic()
    for year in range(3):
        desert.year([(1.0, 0.0), (0.6, 0.8), (0.0, 1.0)])
        print("year", year, "mean height", round(float(desert.heights.mean()), 5))
    print("took", round(time.monotonic() - begin), "s")


if __name__ == "__main__":
    main()
