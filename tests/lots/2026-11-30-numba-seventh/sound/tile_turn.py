"""A mosaic, turned by a quarter: what is row by row is written column by column."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def turned(tiles):
    rows, columns = tiles.shape
    out = np.empty((columns, rows), dtype=tiles.dtype)
    for row in prange(rows):
        for column in range(columns):
            out[columns - 1 - column, row] = tiles[row, column]
    return out


tiles = np.arange(35 * 50).reshape(35, 50)
assert (turned(tiles) == np.rot90(tiles)).all()
print(turned(tiles)[0, :4])
