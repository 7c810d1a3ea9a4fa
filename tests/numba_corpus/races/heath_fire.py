"""Fire on a heath spreads from cell to cell, by how dry each is."""
import numpy as np
from numba import njit, prange


@njit
def caught(heat, dry):
    return heat * dry > 0.8


@njit(parallel=True)
def spread(burning, dry):
    rows, columns = burning.shape
    for row in prange(1, rows - 1):
        for column in range(1, columns - 1):
            heat = (
                burning[row - 1, column]
                + burning[row + 1, column]
                + burning[row, column - 1]
                + burning[row, column + 1]
            )
            if caught(heat, dry[row, column]):
                burning[row, column] = 1.0  # fails: data-race: burning


def main():
    rng = np.random.default_rng(27)
    dry = rng.uniform(0, 1, (200, 160))
    burning = np.zeros((200, 160))
    burning[100, 80] = 1.0
    for _ in range(30):
        spread(burning, dry)
    print("burnt:", int(burning.sum()))


if __name__ == "__main__":
    main()
