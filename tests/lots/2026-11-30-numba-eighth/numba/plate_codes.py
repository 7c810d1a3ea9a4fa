"""Check digits of the plates in a car park, over all entries of a month."""

import numpy as np
from numba import float64, vectorize


@vectorize([float64(float64)], forceobj=True)
def check(plate):
    digits = [int(digit) for digit in str(int(plate))]
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if place % 2 == 0 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return float((10 - total % 10) % 10)


class CarPark:
    def __init__(self, entries, seed):
        rng = np.random.default_rng(seed)
        self.plates = rng.integers(10_000_000, 99_999_999, entries).astype(float)

    def checks(self):
        return check(self.plates)


def main():
    for month in range(4):
        found = CarPark(150_000, month).checks()
        print(month, np.bincount(found.astype(int), minlength=10))


if __name__ == "__main__":
    main()
