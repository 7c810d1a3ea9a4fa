"""A mosaic: each tile of a picture gets the colour of its mean; one iteration a tile."""

import numpy as np
from numba import njit, prange


@njit
def tile_mean(picture, top, left, size):
    total = 0.0
    for y in range(top, top + size):
        for x in range(left, left + size):
            total += picture[y, x]
    return total / (size * size)


@njit(parallel=True)
def mosaic(picture, size):
    rows = picture.shape[0] // size
    columns = picture.shape[1] // size
    out = np.zeros((rows * size, columns * size))
    for tile in prange(rows * columns):
        row = tile // columns
        column = tile - row * columns
        top, left = row * size, column * size
        out[top : top + size, left : left + size] = tile_mean(picture, top, left, size)
    return out


@njit(parallel=True)
def difference(a, b):
    total = 0.0
    for y in prange(a.shape[0]):
        for x in range(a.shape[1]):
            total += abs(a[y, x] - b[y, x])
    return total / a.size


@njit(parallel=True)
def brightest(tiles):
    top = 0.0
    for y in prange(tiles.shape[0]):
        for x in range(tiles.shape[1]):
            top = max(top, tiles[y, x])
    return top


class Picture:
    def __init__(self, height, width):
        y, x = np.mgrid[:height, :width]
        self.values = 128 + 100 * np.sin(y / 17.0) * np.cos(x / 23.0)

    def tiled(self, size):
        tiles = mosaic(self.values, size)
        height, width = tiles.shape
        return tiles, difference(tiles, self.values[:height, :width])


def main():
    picture = Picture(240, 320)
    for size in (4, 8, 20):
        tiles, lost = picture.tiled(size)
        print("brightest:", round(brightest(tiles), 1))
        print(f"tiles of {size}: {tiles.shape}, mean difference {lost:.2f}")


if __name__ == "__main__":
    main()
