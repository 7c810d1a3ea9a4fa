"""Tariffs of a water works as functions of what was used; each customer has one of them."""

import numpy as np
from numba import njit
from numba.typed import List


@njit
def household(used):
    return 4.0 + 1.9 * used


@njit
def garden(used):
    return 2.5 * max(0.0, used - 10.0)


@njit
def works(used):
    return 60.0 + 1.1 * used if used < 900 else 160.0 + 0.9 * used


@njit
def bills(tariffs, choice, used):
    found = np.zeros(len(used))
    for at in range(len(used)):
        found[at] = tariffs[choice[at]](used[at])
    return found


def main():
    tariffs = List()
    for tariff in (household, garden, works):
        tariffs.append(tariff)
    rng = np.random.default_rng(7)
    print(bills(tariffs, rng.integers(0, 3, 8), rng.uniform(5, 1200, 8)).round(2))


if __name__ == "__main__":
    main()
