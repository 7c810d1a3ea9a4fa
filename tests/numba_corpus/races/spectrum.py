"""A histogram of energies and angles, filled by a helper."""

import numpy as np
from numba import njit, prange

ENERGY_BINS = 32
ANGLE_BINS = 8


@njit
def bin_of(value, low, high, bins):
    k = int((value - low) / (high - low) * bins)
    return min(max(k, 0), bins - 1)


@njit
def fill(table, energy, angle, weight):
    e = bin_of(energy, 0.0, 10.0, ENERGY_BINS)
    a = bin_of(angle, 0.0, np.pi, ANGLE_BINS)
    table[e, a] += weight


@njit(parallel=True)
def spectrum(momenta, weights):
    table = np.zeros((ENERGY_BINS, ANGLE_BINS))
    for event in prange(momenta.shape[0]):
        px, py, pz = momenta[event]
        energy = np.sqrt(px * px + py * py + pz * pz)
        if energy == 0.0:
            continue
        fill(table, energy, np.arccos(pz / energy), weights[event])  # fails: data-race: table
    return table


def main():
    rng = np.random.default_rng(8)
    momenta = rng.normal(size=(50_000, 3))
    table = spectrum(momenta, rng.random(50_000))
    print(table.sum())


main()
