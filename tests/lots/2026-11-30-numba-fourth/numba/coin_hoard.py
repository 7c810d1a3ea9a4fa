"""Coins from a hoard: is a stamp seen twice?"""

import numpy as np
from numba import njit


@njit
def first_twin(stamps):
    seen = set()
    for at in range(stamps.size):
        if stamps[at] in seen:
            return at
    return -1


@njit
def heaviest(weights):
    return weights.argmax()


def main():
    rng = np.random.default_rng(31)
    stamps = rng.integers(0, 5000, 400)
    print("heaviest:", heaviest(rng.normal(4.2, 0.1, 400)))
    print("first twin:", first_twin(stamps))


if __name__ == "__main__":
    main()
