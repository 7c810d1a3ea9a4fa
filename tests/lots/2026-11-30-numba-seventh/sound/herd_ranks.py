"""Animals of each herd by weight: every herd is a stretch of one array, and sorted in place."""

import numpy as np
from numba import njit, prange


@njit
def swap(values, a, b):
    values[a], values[b] = values[b], values[a]


@njit
def quicksort(values, first, last):
    if first >= last:
        return
    middle = values[(first + last) // 2]
    a, b = first, last
    while a <= b:
        while values[a] < middle:
            a += 1
        while values[b] > middle:
            b -= 1
        if a <= b:
            swap(values, a, b)
            a += 1
            b -= 1
    quicksort(values, first, b)
    quicksort(values, a, last)


@njit(parallel=True)
def sort_herds(weights, size):
    for herd in prange(len(weights) // size):
        quicksort(weights, herd * size, herd * size + size - 1)


class Market:
    def __init__(self, herds, size, seed):
        self.size = size
        self.weights = np.random.default_rng(seed).normal(600, 70, herds * size)

    def sort(self):
        sort_herds(self.weights, self.size)

    def heaviest(self):
        return self.weights.reshape(-1, self.size)[:, -1]

    def median(self):
        rows = self.weights.reshape(-1, self.size)
        return rows[:, self.size // 2]


def main():
    market = Market(60, 101, 4)
    market.sort()
    rows = market.weights.reshape(-1, market.size)
    assert (np.diff(rows, axis=1) >= 0).all()
    print(round(float(market.heaviest().mean()), 1), round(float(market.median().mean()), 1))


if __name__ == "__main__":
    main()
