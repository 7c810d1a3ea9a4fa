"""A reef as a grid of cells that are bare, grown over by algae, or coral."""

import enum

import numpy as np
from numba import njit


class Cover(enum.Enum):
    BARE = 0
    ALGAE = 1
    CORAL = 2


class Reef:
    def __init__(self, size, seed):
        rng = np.random.default_rng(seed)
        self.cells = rng.choice(3, size=(size, size), p=(0.5, 0.3, 0.2))
        self.rng = rng
        self.years = 0

    def share(self, cover):
        return float((self.cells == cover.value).mean())

    def step(self, grazing):
        chances = self.rng.random(self.cells.shape)
        self.cells = next_year(self.cells, chances, grazing)
        self.years += 1


@njit
def corals_around(cells, y, x):
    count = 0
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            near = cells[(y + dy) % cells.shape[0], (x + dx) % cells.shape[1]]
            if (dy != 0 or dx != 0) and near == Cover.CORAL:
                count += 1
    return count


@njit
def next_year(cells, chances, grazing):
    after = cells.copy()
    for y in range(cells.shape[0]):
        for x in range(cells.shape[1]):
            corals = corals_around(cells, y, x)
            if cells[y, x] == 1 and chances[y, x] < grazing:
                after[y, x] = 0
            elif cells[y, x] == 0 and chances[y, x] < 0.05 * corals:
                after[y, x] = 2
            elif cells[y, x] == 0 and chances[y, x] > 0.9:
                after[y, x] = 1
    return after


def main():
    reef = Reef(60, seed=5)
    for _ in range(10):
        reef.step(grazing=0.3)
    print("after", reef.years, "years:", {c.name: round(reef.share(c), 3) for c in Cover})


main()
