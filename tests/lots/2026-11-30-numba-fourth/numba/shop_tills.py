"""Tills of a shop: what is in each of them in the evening."""

import numpy as np
from numba import int64, njit
from numba.experimental import jitclass


@jitclass([("rate", int64), ("rounding", int64)])
class Settings:
    def __init__(self, rate, rounding):
        self.rate = rate
        self.rounding = rounding

    def gross(self, cents):
        value = cents * (100 + self.rate) // 100
        return (value + self.rounding // 2) // self.rounding * self.rounding


SETTINGS = Settings(19, 5)


@njit
def takings(sales):
    total = 0
    for cents in sales:
        total += SETTINGS.gross(cents)
    return total


@njit
def dearest(sales):
    best = 0
    for cents in sales:
        best = max(best, cents)
    return best


class Till:
    def __init__(self, number):
        self.number = number
        self.sales = np.random.default_rng(number).integers(50, 9000, 300)

    def evening(self):
        return takings(self.sales)


@njit
def by_hour(sales, hours):
    out = np.zeros(hours, dtype=np.int64)
    for at in range(sales.size):
        out[at * hours // sales.size] += sales[at]
    return out


def main():
    print("one sale:", SETTINGS.gross(1234))
    for till in (Till(1), Till(2), Till(3)):
        print("dearest:", dearest(till.sales))
        print("best hour:", by_hour(till.sales, 9).argmax())
        print(f"till {till.number}: {till.evening() / 100:.2f}")


if __name__ == "__main__":
    main()
