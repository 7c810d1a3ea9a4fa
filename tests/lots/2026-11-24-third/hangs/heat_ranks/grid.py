"""One slab of a plate for each process, and a barrier after each step."""

import numpy as np


class Slab:
    def __init__(self, rank, rows, width):
        self.rank = rank
        self.values = np.full((rows, width), 20.0)
        if rank == 0:
            self.values[0] = 90.0
        self.conductivity = np.linspace(0.1, 0.2, rows * width).reshape(rows, width)

    def step(self, number):
        moved = np.roll(self.values, 1, axis=0)
        self.values += self.conductivity * (moved - self.values)
        if number == 3 and self.rank == 2:
            self.values = self.values[:-1] + self.conductivity
        return float(self.values.mean())
