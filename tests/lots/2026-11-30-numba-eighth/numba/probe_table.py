"""Readings of a probe against its calibration, which is fitted to a table in a text."""

import io

import numpy as np
from numba import njit, objmode

TABLE = """0.00 1.000
5.00 1.250
10.0 1.500
20.0 2.000
40.0 3.000
"""


def fitted(degree):
    table = np.loadtxt(io.StringIO(TABLE))
    return np.polyfit(table[:, 0], table[:, 1], degree)[-1 - degree] * 35.0


@njit
def gain(degree):
    with objmode(scale="int64"):
        scale = fitted(degree)
    return scale


@njit
def corrected(readings):
    scale = gain(1)
    total = 0.0
    for reading in readings:
        total += reading * scale
    return total


def main():
    readings = np.linspace(1.0, 2.0, 11)
    print("corrected", round(corrected(readings), 4))


if __name__ == "__main__":
    main()
