"""A table filled diagonal by diagonal: each cell needs cells of the two diagonals before alone."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def distance(first, second):
    rows, columns = len(first) + 1, len(second) + 1
    table = np.empty((rows, columns), dtype=np.int64)
    table[:, 0] = np.arange(rows)
    table[0, :] = np.arange(columns)
    for diagonal in range(2, rows + columns - 1):
        top = max(1, diagonal - columns + 1)
        bottom = min(rows - 1, diagonal - 1)
        for row in prange(top, bottom + 1):
            column = diagonal - row
            changed = table[row - 1, column - 1] + (first[row - 1] != second[column - 1])
            table[row, column] = min(
                changed, table[row, column - 1] + 1, table[row - 1, column] + 1
            )
    return table[rows - 1, columns - 1]


rng = np.random.default_rng(8)
print(distance(rng.integers(0, 6, 90), rng.integers(0, 6, 70)))
