"""Histograms of the readings of thermometers at noon, one for each thermometer."""

import numpy as np
from numba import njit


@njit
def histogram(readings, bins):
    counts, edges = np.histogram(readings, bins)
    return counts, edges


def describe(name, readings):
    counts, edges = histogram(readings, 4)
    print(f"{name:8} {counts.tolist()} from {edges[0]:.1f} to {edges[-1]:.1f}")


rng = np.random.default_rng(19)
describe("roof", rng.normal(24, 3, 30).round(1))
describe("garden", rng.normal(21, 2, 30).round(1))
describe("cellar", np.full(30, 12.5))
