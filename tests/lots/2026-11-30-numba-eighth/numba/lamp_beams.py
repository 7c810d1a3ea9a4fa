"""Beams of lamps on a stage: where do they meet the floor?"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit


class Beam(NamedTuple):
    x: float
    height: float
    tilt: float
    width: float = 0.2


@njit
def aimed(x, height, target):
    return Beam(x, height, math.atan2(target - x, height))


@njit
def spot(beam):
    near = beam.x + beam.height * math.tan(beam.tilt - beam.width / 2)
    far = beam.x + beam.height * math.tan(beam.tilt + beam.width / 2)
    return near, far


@njit
def lit(lamps, target, places):
    count = np.zeros(len(places), dtype=np.int64)
    for lamp in lamps:
        near, far = spot(aimed(lamp, 5.0, target))
        for at in range(len(places)):
            count[at] += near <= places[at] <= far
    return count


def main():
    print(spot.py_func(Beam(0.0, 5.0, 0.1)))
    print(lit(np.array([-3.0, 0.0, 3.0]), 1.0, np.linspace(-2.0, 4.0, 13)))


if __name__ == "__main__":
    main()
