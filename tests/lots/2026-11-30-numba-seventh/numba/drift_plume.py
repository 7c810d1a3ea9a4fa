"""Smoke over a town: how much of it falls on each square?"""

import numpy as np
from numba import njit

SQUARES = 64


@njit
def decay(soot, share):
    soot *= 1.0 - share
    return soot


@njit
def fall(soot, places, amount):
    for puff in range(len(places)):
        row, column = int(places[puff, 0]), int(places[puff, 1])
        if 0 <= row < SQUARES and 0 <= column < SQUARES:
            soot[row, column] += amount
    return soot


class Chimney:
    def __init__(self, row, column, seed):
        self.row, self.column = row, column
        self.rng = np.random.default_rng(seed)

    def puffs(self, wind, count):
        steps = self.rng.exponential(6.0, count)
        spread = self.rng.normal(0, 1.5, (count, 2))
        direction = np.array([np.sin(wind), np.cos(wind)])
        return np.array([self.row, self.column]) + steps[:, None] * direction + spread


class Town:
    def __init__(self, chimneys):
        self.chimneys = chimneys
        self.soot = np.zeros((SQUARES, SQUARES), dtype=np.int64)

    def hour(self, wind):
        for chimney in self.chimneys:
            self.soot = fall(self.soot, chimney.puffs(wind, 500), 3)
        self.soot = decay(self.soot, 0.02)

    def over(self, limit):
        return int((self.soot > limit).sum())

    def worst(self):
        return np.unravel_index(self.soot.argmax(), self.soot.shape)


def main():
    town = Town([Chimney(20, 10, 1), Chimney(44, 30, 2)])
    for hour in range(24):
        town.hour(wind=0.3 + hour * 0.05)
    print("squares over the limit:", town.over(250))
    print("worst square", *town.worst(), int(town.soot.sum()))


if __name__ == "__main__":
    main()
