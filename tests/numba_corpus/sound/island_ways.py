"""Distances between islands: each pair is computed once and written twice."""
import math

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def ways(places):
    many = len(places)
    found = np.zeros((many, many))
    for one in prange(many):
        for other in range(one + 1, many):
            way = math.hypot(places[one, 0] - places[other, 0], places[one, 1] - places[other, 1])
            found[one, other] = way
            found[other, one] = way
    return found


def main():
    places = np.random.default_rng(34).uniform(0, 50, (150, 2))
    found = ways(places)
    print("same:", bool((found == found.T).all()), "mean:", found.mean())


if __name__ == "__main__":
    main()
