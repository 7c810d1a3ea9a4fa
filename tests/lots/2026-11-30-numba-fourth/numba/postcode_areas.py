"""How many areas does a tour touch? An area is the first two digits of the code."""

import numpy as np
from numba import njit


@njit
def areas(codes):
    return len({code // 1000 for code in codes})


@njit
def longest_stay(codes):
    best = run = 1
    for at in range(1, codes.size):
        run = run + 1 if codes[at] // 1000 == codes[at - 1] // 1000 else 1
        best = max(best, run)
    return best


def main():
    rng = np.random.default_rng(2)
    tour = 10_000 + rng.integers(0, 9000, 40).cumsum() % 80_000
    print("longest stay:", longest_stay(tour))
    print("areas:", areas(tour))


if __name__ == "__main__":
    main()
