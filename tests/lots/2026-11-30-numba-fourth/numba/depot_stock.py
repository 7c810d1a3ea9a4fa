"""Depots of a baker's round: how much bread is left where, for each of the vans."""

import numpy as np
from numba import float64, int64, njit
from numba.experimental import jitclass

spec = [
    ("loaves", int64),
    ("rolls", int64),
    ("turnover", float64),
]


@jitclass(spec)
class Van:
    def __init__(self, loaves, rolls=120, turnover=0.0):
        self.loaves = loaves
        self.rolls = rolls
        self.turnover = turnover

    def sell(self, loaves, rolls):
        loaves = min(loaves, self.loaves)
        rolls = min(rolls, self.rolls)
        self.loaves -= loaves
        self.rolls -= rolls
        self.turnover += 3.4 * loaves + 0.45 * rolls

    @property
    def empty(self):
        return self.loaves == 0 and self.rolls == 0


@njit
def round_trip(orders, start):
    van = Van(start)
    for stop in range(orders.shape[0]):
        van.sell(orders[stop, 0], orders[stop, 1])
        if van.empty:
            break
    return van.turnover, van.loaves, van.rolls


class Baker:
    def __init__(self, vans, seed=3):
        self.rng = np.random.default_rng(seed)
        self.vans = vans

    def orders(self, stops):
        return self.rng.integers(0, [3, 12], (stops, 2))

    def show(self):
        van = Van(80)
        van.sell(10, 20)
        print("the first customer paid", round(van.turnover, 2))

    def day(self):
        for number, start in enumerate(self.vans):
            turnover, loaves, rolls = round_trip(self.orders(40), start)
            print(f"van {number}: {turnover:.2f}, {loaves} loaves and {rolls} rolls are left")


def main():
    baker = Baker([60, 80, 100])
    baker.show()
    baker.day()


if __name__ == "__main__":
    main()
