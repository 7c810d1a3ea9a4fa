"""The heights of a map, flattened sheet by sheet: each sheet is levelled by its own mean."""

import numpy as np
from numba import njit, prange


@njit
def level(part):
    mean = part.mean()
    for y in range(part.shape[0]):
        for x in range(part.shape[1]):
            part[y, x] -= mean
    return mean


@njit(parallel=True)
def level_sheets(heights, size):
    rows, columns = heights.shape
    across = (columns + size - 1) // size
    down = (rows + size - 1) // size
    means = np.empty((down, across))
    for sheet in prange(down * across):
        v = sheet // across
        u = sheet % across
        means[v, u] = level(heights[v * size : (v + 1) * size, u * size : (u + 1) * size])
    return means


class Map:
    def __init__(self, rows, columns):
        y, x = np.ogrid[:rows, :columns]
        self.heights = 400 + 30 * np.sin(y / 17) * np.cos(x / 23) + 0.1 * x

    def levelled(self, size):
        heights = self.heights.copy()
        means = level_sheets(heights, size)
        return heights, means

    def check(self, size):
        heights, means = self.levelled(size)
        for v in range(means.shape[0]):
            for u in range(means.shape[1]):
                window = np.s_[v * size : (v + 1) * size, u * size : (u + 1) * size]
                assert np.isclose(self.heights[window].mean(), means[v, u])
                assert abs(heights[window].mean()) < 1e-9
        return means.shape, means.max().round(3)


def main():
    sheets = Map(300, 470)
    for size in (32, 100, 500):
        print(size, *sheets.check(size))


if __name__ == "__main__":
    main()
