"""Forces between bees that keep a distance from one another."""

import numpy as np
from numba import njit, prange


@njit
def push(dx, dy, reach):
    far = np.sqrt(dx * dx + dy * dy) + 1e-9
    strength = reach / far - 1.0 if far < reach else 0.0
    return strength * dx / far, strength * dy / far


@njit(parallel=True)
def pair_forces(places, reach):
    count = places.shape[0]
    forces = np.zeros((count, 2))
    for a in prange(count):
        for b in range(a + 1, count):
            fx, fy = push(places[a, 0] - places[b, 0], places[a, 1] - places[b, 1], reach)
            forces[a, 0] += fx
            forces[a, 1] += fy
            forces[b, 0] -= fx
            forces[b, 1] -= fy
    return forces


@njit(parallel=True)
def crowding(places, reach):
    out = np.zeros(places.shape[0], dtype=np.int64)
    for a in prange(places.shape[0]):
        for b in range(places.shape[0]):
            dx = places[a, 0] - places[b, 0]
            dy = places[a, 1] - places[b, 1]
            if a != b and dx * dx + dy * dy < reach * reach:
                out[a] += 1
    return out
