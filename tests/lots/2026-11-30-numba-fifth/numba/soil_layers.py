"""Water that seeps through the layers of a field, by the day."""

from enum import Enum

import numpy as np
from numba import njit


class Conductivity(Enum):
    """Millimetres a day that a soil lets through."""

    SAND = 250
    LOAM = 32.5
    SILT = 12.5
    CLAY = 2


class Field:
    def __init__(self, name, depths, kinds):
        self.name = name
        self.depths = np.array(depths, dtype=np.float64)
        self.kinds = np.array(kinds, dtype=np.int64)
        self.water = np.zeros(len(depths))

    def capacity(self):
        return self.depths * np.array([0.25, 0.4, 0.45, 0.5])[self.kinds]


@njit
def rate(kind):
    if kind == 0:
        return Conductivity.SAND.value
    if kind == 1:
        return Conductivity.LOAM.value
    if kind == 2:
        return Conductivity.SILT.value
    return Conductivity.CLAY.value


@njit
def seep(water, capacity, kinds, rain):
    """One day: what the last layer loses goes to the ground water."""
    arriving = rain
    for layer in range(len(water)):
        water[layer] += arriving
        leaving = min(water[layer], rate(kinds[layer]))
        if water[layer] - leaving > capacity[layer]:
            leaving = water[layer] - capacity[layer]
        water[layer] -= leaving
        arriving = leaving
    return arriving


def season(field, days, rng):
    lost = 0.0
    capacity = field.capacity()
    for _ in range(days):
        rain = float(rng.gamma(0.3, 12.0))
        lost += seep(field.water, capacity, field.kinds, rain)
    return lost


if __name__ == "__main__":
    rng = np.random.default_rng(44)
    field = Field("lower acre", [300, 400, 250], [1, 2, 3])
    print(field.name, "lost", round(season(field, 120, rng), 1), "mm")
