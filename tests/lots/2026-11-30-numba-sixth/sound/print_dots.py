"""Each pixel becomes four dots of ink in a row, and the rows lie one behind the other."""

import numpy as np
from numba import njit, prange

DOTS = 4


@njit(parallel=True)
def dots_of(picture):
    rows, columns = picture.shape
    out = np.empty(rows * columns * DOTS, dtype=np.uint8)
    for pixel in prange(rows * columns):
        ink = picture[pixel // columns, pixel % columns]
        for dot in range(DOTS):
            out[pixel * DOTS + dot] = 1 if ink > 32 + 64 * dot else 0
    return out


@njit(parallel=True)
def ink_of(dots, rows, columns):
    out = np.zeros((rows, columns), dtype=np.int64)
    width = columns * DOTS
    for row in prange(rows):
        for column in range(width):
            out[row, column // DOTS] += dots[row * width + column]
    return out


picture = np.random.default_rng(3).integers(0, 256, (200, 301)).astype(np.uint8)
dots = dots_of(picture)
ink = ink_of(dots, *picture.shape)
expected = sum((picture > 32 + 64 * dot).astype(int) for dot in range(DOTS))
assert (ink == expected).all()
print(dots[:12].tolist(), ink.sum())
