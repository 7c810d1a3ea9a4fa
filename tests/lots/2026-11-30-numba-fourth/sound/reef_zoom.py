"""Escape times of a fractal that looks like a reef, row by row."""

import numpy as np
from numba import njit, prange


@njit
def escape(x, y, limit):
    a = b = 0.0
    for step in range(limit):
        a, b = a * a - b * b + x, 2.0 * a * b + y
        if a * a + b * b > 4.0:
            return step
    return limit


@njit(parallel=True)
def image(left, top, size, pixels, limit):
    out = np.empty((pixels, pixels), dtype=np.int64)
    edges = np.zeros(pixels, dtype=np.int64)
    for row in prange(pixels):
        y = top + size * row / pixels
        before = -1
        for column in range(pixels):
            value = escape(left + size * column / pixels, y, limit)
            out[row, column] = value
            if before >= 0 and value == limit and before < limit:
                edges[row] = column
                break
            before = value
        for column in range(edges[row] + 1, pixels):
            if edges[row] == 0:
                continue
            out[row, column] = escape(left + size * column / pixels, y, limit)
    return out, edges


def main():
    out, edges = image(-2.2, -1.5, 3.0, 120, 80)
    plain = np.array(
        [
            [escape(-2.2 + 3.0 * c / 120, -1.5 + 3.0 * r / 120, 80) for c in range(120)]
            for r in range(120)
        ]
    )
    print("same:", bool((out == plain).all()), "rows that touch it:", int((edges > 0).sum()))


if __name__ == "__main__":
    main()
