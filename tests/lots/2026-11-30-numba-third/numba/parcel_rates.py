"""What the parcels of a day cost, by their class and their weight."""

from dataclasses import dataclass

import numpy as np
from numba import njit

CLASSES = ("letter", "small", "large", "bulky")


@njit
def class_of(grams, longest):
    if longest > 120.0:
        return "bulky"
    if grams > 5000.0:
        return "large"
    if grams > 500.0:
        return "small"
    return "letter"


@njit
def surcharge(grams, limit):
    over = grams - limit
    if over <= 0.0:
        return 0.0
    return 0.004 * over


@njit
def base_price(kind):
    prices = {"letter": 1, "small": 4.5, "large": 7.9, "bulky": 29}
    return prices[kind]


@njit
def day_total(grams, longest):
    total = 0.0
    for at in range(grams.size):
        kind = class_of(grams[at], longest[at])
        total += base_price(kind)
        total += surcharge(grams[at], 10_000.0)
    return total


@dataclass
class Day:
    name: str
    grams: np.ndarray
    longest: np.ndarray

    def total(self):
        return day_total(self.grams, self.longest)


def days(count, seed):
    rng = np.random.default_rng(seed)
    for number in range(count):
        parcels = rng.integers(50, 400)
        yield Day(f"day {number + 1}", rng.gamma(2.0, 1500.0, parcels), rng.gamma(3.0, 15.0, parcels))


def main():
    for day in days(5, 11):
        print(f"{day.name}: {day.grams.size} parcels, {day.total():.2f}")


if __name__ == "__main__":
    main()
