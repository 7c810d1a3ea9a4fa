import numpy as np
from numba import njit


@njit
def lengths(rows):
    total = 0.0
    for i in range(len(rows)):
        total += rows[i].sum()
    return total


def read(n):
    rows = [np.ones(k + 1) for k in range(n)]
    return np.array(rows, dtype=object)  # fails: numba-object-mode: np.array(rows, dtype=object)


def main():
    table = read(4)
    print(lengths(table))


main()
