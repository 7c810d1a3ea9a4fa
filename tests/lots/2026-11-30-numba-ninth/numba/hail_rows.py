"""Stones of hail on plates: how many are larger than a limit."""

import numpy as np
from numba import guvectorize


@guvectorize(["void(float64[:], float64[:], int64[:])"], "(n),(k)->(k)")
def larger(stones, limits, counts):
    for at in range(len(limits)):
        counts[at] = 0
        for stone in stones:
            if stone > limits[at]:
                counts[at] += 1


def report(plates, limit):
    return larger(plates, limit)


def main():
    plates = np.random.default_rng(3).gamma(2.0, 4.0, (6, 40))
    print(report(plates, np.array([5.0, 10.0, 20.0])))
    print(report(plates, 25.0))


if __name__ == "__main__":
    main()
