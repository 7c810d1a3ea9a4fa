"""Potential between two plates, relaxed on the odd and on the even rows in turns."""

import numpy as np
from numba import njit, prange


@njit
def bounded(grid, left, right):
    grid[:, 0] = left
    grid[:, -1] = right
    return grid


@njit(parallel=True)
def half_sweep(grid, first, weight):
    rows, columns = grid.shape
    for row in prange(1 + first, rows - 1, 2):
        for column in range(1, columns - 1):
            around = grid[row - 1, column] + grid[row + 1, column]
            around += grid[row, column - 1] + grid[row, column + 1]
            grid[row, column] += weight * (around / 4.0 - grid[row, column])


@njit
def steepest(grid):
    most = 0.0
    for row in range(grid.shape[0]):
        for column in range(grid.shape[1] - 1):
            most = max(most, abs(grid[row, column + 1] - grid[row, column]))
    return most


@njit(parallel=True)
def charge(grid):
    total = 0.0
    for row in prange(1, grid.shape[0] - 1):
        total += grid[row, 1] - grid[row, 0]
    return total


class Plates:
    def __init__(self, rows, columns, volts):
        self.grid = bounded(np.zeros((rows, columns)), 0.0, volts)
        self.sweeps = 0

    def relax(self, sweeps, weight=1.4):
        for _ in range(sweeps):
            half_sweep(self.grid, 0, weight)
            half_sweep(self.grid, 1, weight)
            self.sweeps += 1
        return charge(self.grid)


def main():
    plates = Plates(80, 120, 12.0)
    before = 0.0
    while True:
        now = plates.relax(25)
        if abs(now - before) < 1e-3:
            break
        before = now
    print("steepest:", round(steepest(plates.grid), 3))
    print(plates.sweeps, round(now, 3))


if __name__ == "__main__":
    main()
