"""The spread of a gauge's readings in windows that slide over the year, each about its own mean."""

import numpy as np
from numba import njit, prange
from numpy.lib.stride_tricks import as_strided

HOP = 24
WIDTH = 168


def windows_of(readings):
    count = (len(readings) - WIDTH) // HOP + 1
    step = readings.strides[0]
    return as_strided(readings, (count, WIDTH), (HOP * step, step))


@njit
def centre(window):
    mean = window.mean()
    for at in range(len(window)):
        window[at] -= mean


@njit(parallel=True)
def spreads(windows):
    found = np.empty(len(windows))
    for row in prange(len(windows)):
        centre(windows[row])
        found[row] = np.sqrt((windows[row] ** 2).mean())
    return found


def main():
    rng = np.random.default_rng(3)
    hours = np.arange(24 * 3650)
    readings = 3.0 + np.sin(hours / 40.0) + rng.normal(0, 0.2, len(hours))
    for _ in range(3):
        found = spreads(windows_of(readings.copy()))
        print(len(found), found[:3].round(4), round(float(found.sum()), 6))


if __name__ == "__main__":
    main()
