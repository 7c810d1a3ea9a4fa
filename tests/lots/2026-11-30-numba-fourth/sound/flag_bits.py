"""Which lamps of a panel are on? Bits of whole numbers, taken one by one."""

import numpy as np
from numba import njit


@njit
def lit(panel):
    count = 0
    while panel:
        panel &= panel - 1
        count += 1
    return count


@njit
def gray(number):
    return number ^ (number >> 1)


@njit
def distance(a, b):
    return lit(gray(a) ^ gray(b))


@njit
def table(size):
    out = np.zeros((size, size), dtype=np.int64)
    for a in range(size):
        for b in range(a):
            out[a, b] = out[b, a] = distance(a, b)
    return out


def main():
    print(lit(0b1011), gray(6), distance(7, 8), distance(1 << 40, 3))
    steps = table(64)
    print(int(steps.max()), bool((np.diag(steps, 1) == 1).all()))


if __name__ == "__main__":
    main()
