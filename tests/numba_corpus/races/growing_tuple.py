import numpy as np
from numba import njit


@njit
def total(parts):
    s = 0.0
    for p in parts:
        s += p.sum()
    return s


def main():
    parts = ()
    for i in range(8):
        parts = parts + (np.ones(i + 1),)  # fails: numba-recompilation: parts + (np.ones(i + 1),)
        print(total(parts))


main()
