"""How many bits do the samples of each line of a scan need?"""

import numpy as np
from numba import njit


@njit
def bits(value):
    return value.bit_length()


@njit
def depths(lines):
    found = np.zeros(len(lines), dtype=np.int64)
    for at in range(len(lines)):
        most = 0
        for sample in lines[at]:
            most = max(most, abs(sample))
        found[at] = bits(most)
    return found


def main():
    rng = np.random.default_rng(1)
    lines = rng.integers(-4000, 4000, (12, 300))
    lines[3] //= 16
    print(depths(lines))


if __name__ == "__main__":
    main()
