"""Visitors of a fair, counted by kind of ticket at the turnstiles."""

import numpy as np
from numba import float64, int64, njit, prange
from numba.experimental import jitclass


@jitclass([("visitors", int64), ("takings", float64)])
class Till:
    def __init__(self):
        self.visitors = 0
        self.takings = 0.0

    def admit(self, price):
        self.visitors += 1
        self.takings += price


@njit
def price_of(kind):
    if kind == 0:
        return 12.0
    if kind == 1:
        return 8.0
    return 5.5


@njit(parallel=True)
def admit_all(till, kinds):
    for at in prange(kinds.size):
        till.admit(price_of(kinds[at]))


@njit(parallel=True)
def children(kinds):
    count = 0
    for at in prange(kinds.size):
        if kinds[at] == 2:
            count += 1
    return count


class Fair:
    def __init__(self, visitors, seed):
        self.kinds = np.random.default_rng(seed).integers(0, 3, visitors)

    def day(self):
        till = Till()
        admit_all(till, self.kinds)
        return till.visitors, till.takings


def main():
    fair = Fair(3_000_000, 4)
    print("children:", children(fair.kinds))
    for _ in range(10):
        visitors, takings = fair.day()
        print(visitors, "of", fair.kinds.size, f"{takings:.2f}")


if __name__ == "__main__":
    main()
