"""Torques in a train of gears, by elimination; all rows but the pivot's in parallel."""

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
def bring_up(a, column, row):
    for at in range(a.shape[1]):
        a[column, at], a[row, at] = a[row, at], a[column, at]
    pivot = a[column, column]
    for at in range(a.shape[1]):
        a[column, at] /= pivot


@njit(parallel=True)
def eliminate(a, column):
    for row in prange(a.shape[0]):
        if row == column:
            continue
        factor = a[row, column]
        for at in range(column, a.shape[1]):
            a[row, at] -= factor * a[column, at]


class Train:
    """Gears on shafts; each contact is an equation."""

    def __init__(self, gears, seed):
        rng = np.random.default_rng(seed)
        self.matrix = rng.normal(size=(gears, gears)) + 8 * np.eye(gears)
        self.torque = rng.normal(size=gears)

    def solve(self):
        a = np.column_stack([self.matrix, self.torque])
        for column in range(len(self.matrix)):
            bring_up(a, column, largest_below(a, column))
            eliminate(a, column)
        return a[:, -1]


def main():
    train = Train(80, seed=4)
    found = train.solve()
    wrong = np.abs(train.matrix @ found - train.torque).max()
    assert wrong < 1e-9, wrong
    print("largest torque", round(float(np.abs(found).max()), 4))


if __name__ == "__main__":
    main()
