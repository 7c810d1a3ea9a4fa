"""The ground of a park, in steps of a hand's breadth."""

import numpy as np


def park(rows, columns, seed):
    rng = np.random.default_rng(seed)
    ground = np.full((rows, columns), 4, dtype=np.int64)
    ground[2 : rows - 2, 2 : columns - 2] = 1
    for _ in range(3):
        row, column = rng.integers(4, rows - 4), rng.integers(4, columns - 4)
        ground[row, column] = 5
    return ground
