"""A table that is made symmetric: each pair is looked at by one iteration, which writes both."""

import numpy as np
from numba import njit, prange


@njit
def settle(table, one, other):
    mean = 0.5 * (table[one, other] + table[other, one])
    table[one, other] = mean
    table[other, one] = mean


@njit(parallel=True)
def reconcile(table):
    for one in prange(len(table)):
        for other in range(one):
            settle(table, one, other)


def main():
    table = np.random.default_rng(1).gamma(2.0, 40.0, (600, 600))
    right = 0.5 * (table + table.T)
    reconcile(table)
    assert np.array_equal(table, right)
    print(round(float(table.sum()), 3))


if __name__ == "__main__":
    main()
