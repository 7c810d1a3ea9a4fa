"""Neighbours within a cutoff, by linked cells: a box of particles as a simulation has it.

The box is cut into cells that are as wide as the cutoff. `head` has the first particle of each
cell and `after` the next one of the same cell, so that the pairs of a step are found without
looking at all particles.
"""

import math
from dataclasses import dataclass

import numpy as np
from numba import njit, prange


@dataclass
class Box:
    width: float
    cutoff: float

    @property
    def cells(self):
        return int(self.width // self.cutoff)


@njit
def cell_of(x, y, width, cells):
    column = min(int(x / width * cells), cells - 1)
    row = min(int(y / width * cells), cells - 1)
    return row * cells + column


@njit(parallel=True)
def link(places, width, cells, head, after):
    head[:] = -1
    for particle in prange(len(places)):
        cell = cell_of(places[particle, 0], places[particle, 1], width, cells)
        after[particle] = head[cell]
        head[cell] = particle


@njit(parallel=True)
def count_pairs(places, width, cells, cutoff, head, after):
    pairs = 0
    for particle in prange(len(places)):
        x, y = places[particle, 0], places[particle, 1]
        column = min(int(x / width * cells), cells - 1)
        row = min(int(y / width * cells), cells - 1)
        for r in range(max(row - 1, 0), min(row + 2, cells)):
            for c in range(max(column - 1, 0), min(column + 2, cells)):
                other = head[r * cells + c]
                while other >= 0:
                    if other > particle:
                        if math.hypot(places[other, 0] - x, places[other, 1] - y) < cutoff:
                            pairs += 1
                    other = after[other]
    return pairs


class Simulation:
    def __init__(self, box, count, seed):
        self.box = box
        self.rng = np.random.default_rng(seed)
        self.places = self.rng.uniform(0, box.width, (count, 2))
        self.head = np.empty(box.cells**2, dtype=np.int64)
        self.after = np.empty(count, dtype=np.int64)

    def drift(self):
        self.places += self.rng.normal(0, 0.1, self.places.shape)
        np.mod(self.places, self.box.width, out=self.places)

    def pairs(self):
        box = self.box
        link(self.places, box.width, box.cells, self.head, self.after)
        return count_pairs(
            self.places, box.width, box.cells, box.cutoff, self.head, self.after
        )


def main():
    simulation = Simulation(Box(60.0, 1.5), 60_000, 3)
    for step in range(4):
        print(step, simulation.pairs())
        simulation.drift()


if __name__ == "__main__":
    main()
