"""Lakes of a height map: cells below the water that hang together, by flooding them."""

import numpy as np
from numba import njit


class Map:
    def __init__(self, size, seed=4):
        rng = np.random.default_rng(seed)
        heights = rng.normal(0, 1, (size, size))
        for _ in range(12):
            heights = (
                heights
                + np.roll(heights, 1, 0)
                + np.roll(heights, -1, 0)
                + np.roll(heights, 1, 1)
                + np.roll(heights, -1, 1)
            ) / 5
        self.heights = heights

    def below(self, level):
        return (self.heights < level).astype(np.int64)


@njit
def flood(cells, row, column, lake):
    if row < 0 or column < 0 or row >= cells.shape[0] or column >= cells.shape[1]:
        return 0
    if cells[row, column] != 1:
        return 0
    cells[row, column] = lake
    size = 1
    size += flood(cells, row + 1, column, lake)
    size += flood(cells, row - 1, column, lake)
    size += flood(cells, row, column + 1, lake)
    size += flood(cells, row, column - 1, lake)
    return size


@njit
def lakes(cells):
    count = 0
    largest = 0
    for row in range(cells.shape[0]):
        for column in range(cells.shape[1]):
            if cells[row, column] == 1:
                count += 1
                largest = max(largest, flood(cells, row, column, count + 1))
    return count, largest


def main():
    terrain = Map(1500)
    for level in (-0.25, 0.0, 0.6):
        count, largest = lakes(terrain.below(level))
        print(f"water at {level:5.2f}: {count} lakes, the largest has {largest} cells")


if __name__ == "__main__":
    main()
