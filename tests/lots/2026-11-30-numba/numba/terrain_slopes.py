"""Slopes of a height model, and how many of its cells are too steep for a tractor."""

import numpy as np
from numba import njit


class HeightModel:
    def __init__(self, heights, cell):
        self.heights = np.ascontiguousarray(heights, dtype=np.float64)
        self.cell = cell

    @classmethod
    def synthetic(cls, rows, columns, cell=5.0):
        rng = np.random.default_rng(41)
        y, x = np.mgrid[:rows, :columns]
        heights = 300 + 0.4 * x + 12 * np.sin(y / 9.0) + rng.normal(0, 0.1, (rows, columns))
        return cls(heights, cell)

    def slopes(self):
        return slopes(self.heights, self.cell)


@njit
def gradient(heights, row, column, cell):
    east = (heights[row, column + 1] - heights[row, column]) / cell
    north = (heights[row + 1, column] - heights[row, column]) / cell
    return north, east


@njit
def slopes(heights, cell):
    rows, columns = heights.shape
    out = np.zeros((rows, columns))
    for row in range(rows - 1):
        for column in range(columns):
            north, east = gradient(heights, row, column, cell)
            out[row, column] = np.hypot(north, east)
    return out


@njit
def steep(slope, limit):
    count = 0
    for value in slope.flat:
        if value > limit:
            count += 1
    return count


@njit
def mean_of(slope):
    total = 0.0
    for value in slope.flat:
        total += value
    return total / slope.size


def main():
    model = HeightModel.synthetic(80, 50)
    slope = model.slopes()
    print("steepest:", slope.max().round(2))
    print("mean:", round(mean_of(slope), 3))
    print("too steep:", steep(slope, 0.9), "of", slope.size)


if __name__ == "__main__":
    main()
