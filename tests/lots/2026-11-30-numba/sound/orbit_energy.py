"""Energy of many bodies: sums over pairs, in parallel."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def kinetic(masses, velocities):
    total = 0.0
    for body in prange(masses.size):
        square = 0.0
        for axis in range(3):
            square += velocities[body, axis] ** 2
        total += 0.5 * masses[body] * square
    return total


@njit(parallel=True)
def potential(masses, places):
    total = 0.0
    for first in prange(masses.size):
        for second in range(first):
            square = 1e-4
            for axis in range(3):
                square += (places[first, axis] - places[second, axis]) ** 2
            total -= masses[first] * masses[second] / np.sqrt(square)
    return total


@njit(parallel=True)
def fastest(velocities):
    best = 0.0
    for body in prange(velocities.shape[0]):
        square = 0.0
        for axis in range(3):
            square += velocities[body, axis] ** 2
        best = max(best, square)
    return np.sqrt(best)


rng = np.random.default_rng(0)
masses = rng.uniform(0.5, 2.0, 300)
places, velocities = rng.normal(0, 10, (300, 3)), rng.normal(0, 1, (300, 3))
print(round(kinetic(masses, velocities) + potential(masses, places), 6), round(fastest(velocities), 6))
