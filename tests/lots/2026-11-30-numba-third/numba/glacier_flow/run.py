"""A glacier along its valley, year by year."""

import numpy as np
from numba import njit

from params import Params, flux, softened


@njit
def balance(height, snow_line):
    return max(-4.0, min(2.0, 0.006 * (height - snow_line)))


@njit
def year(ice, bed, params, snow_line, dx):
    moved = np.zeros_like(ice)
    for at in range(ice.size - 1):
        amount = min(flux(params, ice[at]) * params.dt / dx, 0.3 * ice[at])
        moved[at] -= amount
        moved[at + 1] += amount
    for at in range(ice.size):
        moved[at] += balance(bed[at] + ice[at], snow_line) * params.dt
    return np.maximum(ice + moved, 0.0)


@njit
def tongue(ice, dx):
    for at in range(ice.size - 1, -1, -1):
        if ice[at] > 1.0:
            return at * dx
    return 0.0


@njit
def run(ice, bed, params, years, warming):
    lengths = np.zeros(years)
    for number in range(years):
        now = softened(params, warming * number / years)
        ice = year(ice, bed, now, 2600.0 + 120.0 * warming * number / years, 100.0)
        lengths[number] = tongue(ice, 100.0)
    return lengths


class Valley:
    def __init__(self, top, cells, slope):
        self.bed = top - 100.0 * slope * np.arange(cells)
        self.ice = np.where(self.bed > 2500.0, 60.0, 0.0)
        self.params = Params(slope, 1e-3, 3.0, 1.0)

    def future(self, warming, years=80):
        return run(self.ice, self.bed, self.params, years, warming)


if __name__ == "__main__":
    valley = Valley(3400.0, 120, 0.12)
    for warming in (0.0, 1.5, 3.0):
        print(warming, valley.future(warming)[[0, 39, 79]])
