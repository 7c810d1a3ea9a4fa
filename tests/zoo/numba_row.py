# zoo: cause=out-of-bounds signal=SIGSEGV needs=numba,numpy core=yes names=grid
import numpy as np
from numba import njit


@njit
def paint(grid, row, column):
    grid[row, column] = 1.0


def main():
    grid = np.zeros((64, 64))
    paint(grid, 3, 10)
    paint(grid, 50_000_000, 10)  # <-- here


main()
