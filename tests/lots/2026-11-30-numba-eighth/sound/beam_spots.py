"""Beams as named tuples with a default that compiled code fills in itself, in typed containers."""

import math
from typing import NamedTuple

import numpy as np
from numba import njit, types
from numba.typed import Dict, List


class Beam(NamedTuple):
    x: float
    tilt: float
    width: float = 0.2


@njit
def aimed(x, target):
    return Beam(x, math.atan2(target - x, 5.0), 0.2)


@njit
def by_side(beams):
    sides = Dict.empty(types.unicode_type, types.float64)
    for beam in beams:
        side = "left" if beam.x < 0 else "right"
        sides[side] = sides.get(side, 0.0) + beam.width
    return sides


def main():
    beams = List()
    for x in np.linspace(-3, 3, 6):
        beams.append(aimed(x, 1.0))
    beams.append(Beam(2.0, 0.1))
    sides = by_side(beams)
    assert abs(sides["left"] - 0.6) < 1e-12 and abs(sides["right"] - 0.8) < 1e-12
    print(len(beams), round(sides["left"], 3))


if __name__ == "__main__":
    main()
