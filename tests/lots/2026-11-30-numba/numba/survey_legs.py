"""Traverses of a cave survey: legs of different numbers of shots."""

import math

import numpy as np
from numba import njit

RAW = {
    "entrance": [(12.4, 85, -12), (7.1, 110, -30)],
    "gallery": [(22.0, 95, 2), (18.3, 101, -3), (9.9, 77, 0)],
    "sump": [(4.2, 180, -60)],
}


@njit
def leg(shots):
    x = y = z = 0.0
    for k in range(shots.shape[0]):
        length, azimuth, slope = shots[k]
        x += length * math.cos(math.radians(slope)) * math.sin(math.radians(azimuth))
        y += length * math.cos(math.radians(slope)) * math.cos(math.radians(azimuth))
        z += length * math.sin(math.radians(slope))
    return x, y, z


@njit
def depth(legs):
    deepest = 0.0
    z = 0.0
    for shots in legs:
        z += leg(shots)[2]
        deepest = min(deepest, z)
    return deepest


@njit
def slope_of(shots):
    horizontal = 0.0
    for k in range(shots.shape[0]):
        horizontal += shots[k, 0] * math.cos(math.radians(shots[k, 2]))
    return math.degrees(math.atan2(leg(shots)[2], horizontal))


class Cave:
    def __init__(self, raw):
        self.names = list(raw)
        legs = [np.array(shots, dtype=float) for shots in raw.values()]
        self.legs = np.array(legs, dtype=object)

    def shots(self):
        return sum(len(shots) for shots in self.legs)

    def depth(self):
        return depth(self.legs)


def main():
    cave = Cave(RAW)
    print(len(cave.names), "legs,", cave.shots(), "shots")
    print("entrance:", round(slope_of(cave.legs[0]), 1), "degrees")
    print("depth:", round(-cave.depth(), 1), "m")


if __name__ == "__main__":
    main()
