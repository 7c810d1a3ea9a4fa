"""Yields of a region's farms: sums for each crop, over all of the farms."""

import numpy as np
from numba import njit, prange

CROPS = ("wheat", "barley", "oats", "rye", "maize", "beans")


@njit
def per_field(area, soil, rain):
    return area * (2.0 + 0.8 * soil) * (1.0 - np.exp(-rain / 300.0))


@njit(parallel=True)
def region(areas, soils, rain):
    farms, crops = areas.shape
    totals = np.zeros(crops)
    for farm in prange(farms):
        for crop in range(crops):
            totals[crop] += per_field(areas[farm, crop], soils[farm], rain)
    return totals


@njit(parallel=True)
def farm_totals(areas, soils, rain):
    out = np.zeros(areas.shape[0])
    for farm in prange(areas.shape[0]):
        for crop in range(areas.shape[1]):
            out[farm] += per_field(areas[farm, crop], soils[farm], rain)
    return out


class Region:
    def __init__(self, name, farms, seed):
        rng = np.random.default_rng(seed)
        self.name = name
        self.areas = rng.gamma(2.0, 6.0, (farms, len(CROPS)))
        self.soils = rng.uniform(0.0, 1.0, farms)

    def year(self, rain):
        return region(self.areas, self.soils, rain)

    def largest(self, rain):
        return farm_totals(self.areas, self.soils, rain).max()


def table(regions, rains):
    for one in regions:
        off = 0
        for rain in rains:
            totals = one.year(rain)
            again = farm_totals(one.areas, one.soils, rain).sum()
            off += abs(totals.sum() - again) > 1e-6 * again
        print(f"{one.name:8}{totals.sum():14.1f}{again:14.1f}{one.largest(rain):9.1f}")
        for crop, total in zip(CROPS, totals):
            print(f"  {crop:8}{total:12.1f}")
        print("  years that do not add up:", off)


def main():
    regions = [Region("north", 1_500_000, 1), Region("south", 2_000_000, 2)]
    table(regions, np.linspace(200.0, 900.0, 8))


if __name__ == "__main__":
    main()
