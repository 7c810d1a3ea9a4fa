"""Cells of a battery as compiled objects, charged and discharged by turns."""

import numpy as np
from numba import float64, int64, njit
from numba.experimental import jitclass


@jitclass([("capacity", float64), ("charge", float64), ("resistance", float64), ("cycles", int64)])
class Cell:
    def __init__(self, capacity, resistance):
        self.capacity = capacity
        self.resistance = resistance
        self.charge = capacity
        self.cycles = 0

    @property
    def share(self):
        return self.charge / self.capacity

    def draw(self, current, hours):
        taken = min(self.charge, current * hours)
        self.charge -= taken
        return taken - self.resistance * current * current * hours

    def fill(self, current, hours):
        self.charge = min(self.capacity, self.charge + current * hours)
        if self.charge == self.capacity:
            self.cycles += 1
            self.capacity *= 0.999


@njit
def year(cell, days):
    given = 0.0
    low = 1.0
    for day in range(days):
        given += cell.draw(1.2 + 0.5 * np.sin(day / 7), 2.0)
        low = min(low, cell.share)
        cell.fill(1.5, 3.0)
    return given, low


def main():
    for capacity, resistance in ((3.2, 0.03), (4.8, 0.05)):
        cell = Cell(capacity, resistance)
        given, low = year(cell, 365)
        print(f"{given:.2f} Ah, lowest {low:.3f}, {cell.cycles} cycles, {cell.capacity:.3f} Ah left")


if __name__ == "__main__":
    main()
