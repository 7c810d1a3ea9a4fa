"""Pictures of a game laid side by side into one long sheet, as the graphics card wants it."""

import numpy as np
from numba import njit, prange

BORDER = 1


@njit(parallel=True)
def sheet_of(picture):
    rows, columns = picture.shape
    sheet = np.zeros(rows * (columns + BORDER) + BORDER, dtype=np.int64)
    for row in prange(rows):
        for column in range(columns):
            sheet[row * (columns - BORDER) + column] = picture[row, column]
    return sheet


@njit
def checksum(sheet):
    total = 0
    for at in range(len(sheet)):
        total = (total * 31 + sheet[at]) % 1_000_003
    return total


def main():
    rng = np.random.default_rng(2)
    picture = rng.integers(1, 255, (4000, 3))
    for _ in range(3):
        sheet = sheet_of(picture)
        print(len(sheet), checksum(sheet), int((sheet > 0).sum()), "of", picture.size)


main()
