"""Sand that the wind takes from dunes; the loop over rows runs in threads."""

import numpy as np
from numba import prange
from options import compiled


@compiled
def taken(heights, wind, result):
    rows, columns = heights.shape
    total = 0.0
    most = 0.0
    for row in prange(1, rows - 1):
        for column in range(1, columns - 1):
            east = heights[row, column + 1] - heights[row, column - 1]
            north = heights[row + 1, column] - heights[row - 1, column]
            steep = max(0.0, east * wind[0] + north * wind[1])
            result[row, column] = min(steep, 1.0)
            total += result[row, column]
            most = max(most, steep)
    return total, most


class Desert:
    def __init__(self, side, seed):
        self.heights = np.random.default_rng(seed).random((side, side)).cumsum(axis=0) % 7.0
        self.loss = np.zeros_like(self.heights)

    def year(self, winds):
        for wind in winds:
            total, most = taken(self.heights, wind, self.loss)
            assert abs(total - self.loss.sum()) < 1e-6 * total
            self.heights -= 0.01 * self.loss
        return total, most


def main():
    desert = Desert(500, 6)
    for year in range(3):
        print("year", year, desert.year([(1.0, 0.0), (0.6, 0.8), (0.0, 1.0)]))


if __name__ == "__main__":
    main()
