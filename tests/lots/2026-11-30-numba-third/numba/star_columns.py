"""Magnitudes of stars by filter, kept in a dict of columns."""

import numpy as np
from numba import njit, types
from numba.typed import Dict

FILTERS = ("U", "B", "V", "R")

column_type = types.float64[::1]


@njit
def columns_of(table, names):
    columns = Dict.empty(types.unicode_type, column_type)
    for at in range(len(names)):
        columns[names[at]] = table[:, at]
    return columns


@njit
def colour(columns, first, second):
    return columns[first] - columns[second]


@njit
def reddest(columns):
    index = colour(columns, "B", "V")
    best = 0
    for at in range(index.size):
        if index[at] > index[best]:
            best = at
    return best, index[best]


@njit
def brighter(columns, name, limit):
    count = 0
    for value in columns[name]:
        if value < limit:
            count += 1
    return count


class Catalogue:
    def __init__(self, stars, seed):
        rng = np.random.default_rng(seed)
        base = rng.uniform(6.0, 16.0, stars)
        tint = rng.normal(0.4, 0.3, stars)
        self.table = np.stack([base + 1.5 * tint, base + tint, base, base - 0.6 * tint], axis=1)

    def summary(self):
        columns = columns_of(self.table, FILTERS)
        return reddest(columns), brighter(columns, "V", 10.0)


def main():
    for seed in range(3):
        (star, index), count = Catalogue(500, seed).summary()
        print(f"star {star} has B-V {index:.2f}, {count} are brighter than 10")


if __name__ == "__main__":
    main()
