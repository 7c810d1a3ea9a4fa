"""Fronds of kelp that grow towards the light, and what a storm leaves of them."""

import numpy as np
from numba import njit
from numba.experimental import jitclass


@jitclass
class Forest:
    lengths: np.ndarray
    rate: float
    lost: int

    def __init__(self, fronds, rate):
        self.lengths = np.full(fronds, 0.2)
        self.rate = rate
        self.lost = 0

    def grow(self, light):
        for at in range(len(self.lengths)):
            self.lengths[at] += self.rate * light * (1.0 - self.lengths[at] / 30.0)

    def storm(self, limit):
        for at in range(len(self.lengths)):
            if self.lengths[at] > limit:
                self.lengths[at] = 0.2
                self.lost += 1


@njit
def year(forest, days):
    for day in range(days):
        forest.grow(1.0 + 0.5 * np.sin(day / 58.0))
        if day % 90 == 89:
            forest.storm(18.0)


def main():
    forest = Forest(300, 0.3)
    year(forest, 365)
    print("mean", round(float(forest.lengths.mean()), 2), "lost", forest.lost)


if __name__ == "__main__":
    main()
