"""Loudness of a recording in windows that go beyond its ends."""

import numpy as np
from numba import njit


@njit
def loudness(samples, reach):
    wide = np.pad(samples, reach, "edge")
    out = np.empty(len(samples))
    for at in range(len(samples)):
        window = wide[at : at + 2 * reach + 1]
        out[at] = np.sqrt((window * window).mean())
    return out


@njit
def loudest(samples, reach):
    levels = loudness(samples, reach)
    at = levels.argmax()
    return at, levels[at]


def main():
    rng = np.random.default_rng(27)
    samples = rng.normal(0, 0.1, 8000) * np.hanning(8000)
    for reach in (10, 100):
        print(reach, loudest(samples, reach))


main()
