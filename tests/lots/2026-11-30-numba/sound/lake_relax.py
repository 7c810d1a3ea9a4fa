"""The level of a lake between its shores: red and black cells by turns, in parallel."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def half_sweep(level, colour, omega):
    rows, columns = level.shape
    for row in prange(1, rows - 1):
        for column in range(1 + (row + colour) % 2, columns - 1, 2):
            mean = 0.25 * (
                level[row - 1, column]
                + level[row + 1, column]
                + level[row, column - 1]
                + level[row, column + 1]
            )
            level[row, column] += omega * (mean - level[row, column])


@njit(parallel=True)
def residual(level):
    worst = 0.0
    for row in prange(1, level.shape[0] - 1):
        for column in range(1, level.shape[1] - 1):
            mean = 0.25 * (
                level[row - 1, column]
                + level[row + 1, column]
                + level[row, column - 1]
                + level[row, column + 1]
            )
            worst = max(worst, abs(mean - level[row, column]))
    return worst


def shores(size):
    level = np.zeros((size, size))
    level[0] = np.linspace(1, 3, size)
    level[-1] = 2.0
    level[:, 0] = np.linspace(1, 2, size)
    level[:, -1] = np.linspace(3, 2, size)
    return level


def main():
    level = shores(60)
    sweeps = 0
    while residual(level) > 1e-8:
        half_sweep(level, 0, 1.85)
        half_sweep(level, 1, 1.85)
        sweeps += 1
    print(sweeps, "sweeps, level in the middle", level[30, 30].round(6))


if __name__ == "__main__":
    main()
