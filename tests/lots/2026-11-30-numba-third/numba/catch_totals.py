"""Catch of a fleet by square of the sea, month by month."""

import numpy as np
from numba import njit


@njit
def square_of(east, north, columns):
    return int(north) * columns + int(east)


@njit
def totals(east, north, catch, columns, rows):
    out = np.empty(columns * rows)
    for at in range(catch.size):
        out[square_of(east[at], north[at], columns)] += catch[at]
    return out


@njit
def spread(values):
    return values.max() - values.min()


@njit
def share_of_best(found, count):
    order = np.sort(found)[::-1]
    return order[:count].sum() / order.sum()


class Fleet:
    def __init__(self, ships, seed):
        self.rng = np.random.default_rng(seed)
        self.ships = ships

    def month(self):
        east = self.rng.uniform(0.0, 20.0, self.ships)
        north = self.rng.uniform(0.0, 15.0, self.ships)
        return east, north, self.rng.gamma(2.0, 3.0, self.ships)


def landed(fleet, months):
    """The catch of each month, as the harbours count it."""
    return [float(fleet.month()[2].sum()) for _ in range(months)]


def main():
    year_before = landed(Fleet(2800, 0), 12)
    print(f"the year before: {sum(year_before):.1f} t")
    fleet = Fleet(3000, 1)
    for name in ("January", "February", "March", "April"):
        east, north, catch = fleet.month()
        found = totals(east, north, catch, 20, 15)
        print(f"{name:9} {catch.sum():9.1f} t landed, {found.sum():9.1f} t in squares", end=" ")
        print(f"{share_of_best(found, 10):.3f}")


if __name__ == "__main__":
    main()
