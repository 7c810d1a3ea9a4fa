"""Columns of a canteen's sheet: numbers, texts and arrays, of which only the filled ones are kept."""

import numpy as np
from numba import literal_unroll, njit


@njit
def size_of(column):
    return len(column)


@njit
def filled(columns):
    kept = ()
    for column in literal_unroll(columns):
        if size_of(column) > 0:
            kept = kept + (column,)
    return kept


@njit
def widest(columns):
    most = 0
    for column in literal_unroll(columns):
        most = max(most, size_of(column))
    return most


def sheet(day):
    rng = np.random.default_rng(day)
    portions = rng.integers(20, 90, 5)
    prices = np.round(rng.uniform(3, 9, 5), 1)
    return portions, prices, "soup, pasta, curry, fish, cake", np.zeros(0)


if __name__ == "__main__":
    columns = sheet(11)
    print("widest:", widest(columns))
    print("filled:", len(filled(columns)))
