"""A book of options: what is it worth tonight?"""

import numpy as np
from models import call, moneyness, put
from numba import njit


@njit
def worth(kinds, strikes, years, counts, spot):
    total = 0.0
    for at in range(kinds.size):
        if kinds[at] == 0:
            price = call(spot, strikes[at], years[at], 0.02, 0.25)
        else:
            price = put(spot, strikes[at], years[at], 0.02, 0.25)
        total += counts[at] * price
    return total


class Book:
    def __init__(self, size, seed=17):
        rng = np.random.default_rng(seed)
        self.kinds = rng.integers(0, 2, size)
        self.strikes = rng.uniform(80, 120, size)
        self.years = rng.uniform(0.1, 2.0, size)
        self.counts = rng.integers(1, 50, size)

    def nearest(self, spot):
        return int(np.abs(self.strikes - spot).argmin())

    def value(self, spot):
        return worth(self.kinds, self.strikes, self.years, self.counts, spot)


def main():
    book = Book(200)
    at = book.nearest(100.0)
    print("nearest:", moneyness(100.0, book.strikes[at], book.years[at], 0.02, 0.25))
    for spot in (90.0, 100.0, 110.0):
        print(spot, round(book.value(spot), 2))


if __name__ == "__main__":
    main()
