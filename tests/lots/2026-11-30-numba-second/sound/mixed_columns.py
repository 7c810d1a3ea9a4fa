"""Checks a tuple of columns of several types, one by one, and counts what is missing."""

import numpy as np
from numba import literal_unroll, njit
from numba.extending import overload


def missing_in(column):
    raise NotImplementedError


@overload(missing_in)
def missing_in_overload(column):
    if str(column.dtype).startswith("float"):
        return lambda column: np.isnan(column).sum()
    return lambda column: (column == -1).sum()


@njit
def missing(columns):
    total = 0
    for column in literal_unroll(columns):
        total += missing_in(column)
    return total


@njit
def rows(columns):
    most = 0
    for column in literal_unroll(columns):
        most = max(most, column.size)
    return most


def table(count, seed):
    rng = np.random.default_rng(seed)
    depth = rng.uniform(0, 40, count)
    depth[rng.random(count) < 0.1] = np.nan
    species = rng.integers(-1, 9, count)
    sizes = rng.integers(-1, 60, count).astype(np.int16)
    return depth, species, sizes, depth.astype(np.float32)


if __name__ == "__main__":
    columns = table(500, 6)
    print(missing(columns), "of", rows(columns) * len(columns), "are missing")
