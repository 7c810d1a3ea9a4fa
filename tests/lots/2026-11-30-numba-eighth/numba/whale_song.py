"""Loudness of a recording under water, in windows that overlap by half."""

import numpy as np
from numba import njit
from numpy.lib.stride_tricks import as_strided

WIDTH = 256
HOP = 128


def windowed(samples):
    count = (samples.size - WIDTH) // HOP
    return as_strided(samples, shape=(count, WIDTH), strides=(HOP * samples.itemsize * 8, samples.itemsize))


@njit
def power(window):
    total = 0.0
    for sample in window:
        total += sample * sample
    return total / len(window)


@njit
def loudness(windows):
    found = np.empty(len(windows))
    for at in range(len(windows)):
        found[at] = 10.0 * np.log10(power(windows[at]) + 1e-12)
    return found


def main():
    rng = np.random.default_rng(9)
    samples = rng.normal(0, 0.1, 12_000_000)
    samples[5_000_000:5_200_000] *= 20.0
    found = loudness(windowed(samples))
    print("windows", len(found), "loudest", round(float(found.max()), 2))


if __name__ == "__main__":
    main()
