"""Moisture of a field spreads from cell to cell; each soil lets it pass at its own rate."""

import numpy as np
from numba import njit, stencil

SOILS = {"sand": 0.20, "loam": 0.12, "clay": 0.04}


@stencil
def spread(rate, field):
    around = field[-1, 0] + field[1, 0] + field[0, -1] + field[0, 1]
    return field[0, 0] + rate * (around - 4.0 * field[0, 0])


@njit
def rain(field, share, amount):
    rows = int(field.shape[0] * share)
    for row in range(rows):
        for column in range(field.shape[1]):
            field[row, column] += amount
    return field


@njit
def drained(field, threshold):
    lost = 0.0
    for row in range(field.shape[0]):
        for column in range(field.shape[1]):
            over = field[row, column] - threshold
            if over > 0.0:
                field[row, column] = threshold
                lost += over
    return lost


@njit
def day(field, rate, hours):
    for _ in range(hours):
        field = spread(rate, field)
    return field


class Field:
    def __init__(self, soil, rows, columns):
        self.rate = SOILS[soil]
        self.moisture = np.full((rows, columns), 0.2)
        self.lost = 0.0

    def day(self, amount):
        self.moisture = rain(self.moisture, 0.4, amount)
        self.moisture = day(self.moisture, self.rate, 24)
        self.lost += drained(self.moisture, 0.45)
        return self.moisture.mean()


def main():
    for soil in SOILS:
        field = Field(soil, 40, 60)
        means = [field.day(amount) for amount in (0.1, 0.0, 0.3, 0.05)]
        print(soil, np.round(means, 3), round(field.lost, 2))


if __name__ == "__main__":
    main()
