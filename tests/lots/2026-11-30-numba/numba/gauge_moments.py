"""Means and spreads of the thickness of steel strips, from a scanner, by Welford's method."""

import math

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def moments(scans):
    count = np.zeros(scans.shape[0])
    mean = np.zeros(scans.shape[0])
    square = np.zeros(scans.shape[0])
    for strip in range(scans.shape[0]):
        for at in prange(scans.shape[1]):
            count[strip] += 1.0
            change = scans[strip, at] - mean[strip]
            mean[strip] += change / count[strip]
            square[strip] += change * (scans[strip, at] - mean[strip])
    return mean, square / (count - 1.0)


@njit
def out_of_tolerance(mean, variance, wanted, sigmas):
    return abs(mean - wanted) > sigmas * math.sqrt(variance)


def scans(strips, points):
    rng = np.random.default_rng(61)
    return rng.normal(2.5, 0.02, (strips, points)) + rng.normal(0, 0.01, (strips, 1))


def main():
    means, variances = moments(scans(5, 40_000))
    for strip, (mean, variance) in enumerate(zip(means, variances)):
        mark = "!" if out_of_tolerance(mean, variance, 2.5, 1.0) else ""
        print(f"strip {strip}: {mean:.4f} +- {math.sqrt(variance):.4f} {mark}")


if __name__ == "__main__":
    main()
