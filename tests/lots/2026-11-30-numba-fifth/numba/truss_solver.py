"""Forces in the members of a truss, by elimination, a column at a time."""

import numpy as np
from numba import njit, prange


@njit
def largest_below(a, column):
    best = column
    for row in range(column + 1, a.shape[0]):
        if abs(a[row, column]) > abs(a[best, column]):
            best = row
    return best


@njit
def exchange(a, one, other):
    for at in range(a.shape[1]):
        kept = a[one, at]
        a[one, at] = a[other, at]
        a[other, at] = kept


@njit(parallel=True)
def eliminate(a, column):
    pivot = a[column, column]
    for row in prange(a.shape[0]):
        if row == column:
            for at in range(column, a.shape[1]):
                a[row, at] /= pivot
        else:
            factor = a[row, column] / pivot
            for at in range(column, a.shape[1]):
                a[row, at] -= factor * a[column, at]


def solve(stiffness, loads):
    a = np.column_stack([stiffness, loads])
    for column in range(len(stiffness)):
        exchange(a, column, largest_below(a, column))
        eliminate(a, column)
    return a[:, -1]


rng = np.random.default_rng(3)
stiffness = rng.normal(size=(300, 300)) + 20 * np.eye(300)
loads = rng.normal(size=300)
moved = solve(stiffness, loads)
print("left over:", np.abs(stiffness @ moved - loads).max())
