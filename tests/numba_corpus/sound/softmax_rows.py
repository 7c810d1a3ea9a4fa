"""Softmax of the rows of a matrix, in place, by helpers that change what they are given."""

import numpy as np
from numba import njit, prange


@njit
def shift(row):
    top = row[0]
    for k in range(1, row.size):
        top = max(top, row[k])
    for k in range(row.size):
        row[k] = np.exp(row[k] - top)


@njit
def scale(table, i):
    total = table[i].sum()
    for k in range(table.shape[1]):
        table[i, k] /= total
    return total


@njit(parallel=True)
def softmax(table):
    totals = np.empty(table.shape[0])
    for i in prange(table.shape[0]):
        shift(table[i])
        totals[i] = scale(table, i)
    return totals


def main():
    table = np.random.default_rng(6).normal(size=(300, 12))
    totals = softmax(table)
    print(np.allclose(table.sum(axis=1), 1.0), totals.min() >= 1.0)


main()
