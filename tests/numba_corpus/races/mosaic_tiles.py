"""Tiles of a mosaic are laid by offsets; the last columns of a tile lie under the next one."""
import numpy as np
from numba import njit, prange

SIZE, LAP = 40, 4


@njit(parallel=True)
def lay(tiles, across):
    width = across * (SIZE - LAP) + LAP
    wall = np.zeros((SIZE, width))
    for tile in prange(across):
        left = tile * (SIZE - LAP)
        wall[:, left : left + SIZE] += tiles[tile]  # fails: data-race: wall
    return wall


def main():
    tiles = np.random.default_rng(47).uniform(0, 1, (60, SIZE, SIZE))
    wall = lay(tiles, 60)
    print("sum:", wall.sum(), tiles.sum())


if __name__ == "__main__":
    main()
