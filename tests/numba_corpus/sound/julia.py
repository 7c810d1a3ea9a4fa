"""A picture of a Julia set, with a count of the points that stay."""

import numpy as np
from numba import njit, prange

LIMIT = 60


@njit(parallel=True)
def picture(height, width, c):
    out = np.zeros((height, width), np.uint8)
    stayed = 0
    for y in prange(height):
        for x in range(width):
            z = complex(-1.5 + 3.0 * x / width, -1.5 + 3.0 * y / height)
            steps = 0
            while steps < LIMIT and z.real * z.real + z.imag * z.imag < 4.0:
                z = z * z + c
                steps += 1
            if steps == LIMIT:
                stayed += 1
            out[y, x] = steps
    return out, stayed


def main():
    out, stayed = picture(120, 160, -0.4 + 0.6j)
    print(out.shape, stayed == int((out == LIMIT).sum()))


if __name__ == "__main__":
    main()
