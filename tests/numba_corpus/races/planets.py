"""Forces between bodies, each pair computed once."""

import numpy as np
from numba import njit, prange

G = 6.674e-11
SOFT = 1e-3


@njit(parallel=True, fastmath=True)
def forces(position, mass):
    n = position.shape[0]
    force = np.zeros((n, 3))
    for a in prange(n):
        for b in range(a + 1, n):
            dx = position[b, 0] - position[a, 0]
            dy = position[b, 1] - position[a, 1]
            dz = position[b, 2] - position[a, 2]
            r2 = dx * dx + dy * dy + dz * dz + SOFT
            scale = G * mass[a] * mass[b] / (r2 * np.sqrt(r2))
            force[a, 0] += scale * dx
            force[a, 1] += scale * dy
            force[a, 2] += scale * dz
            force[b, 0] -= scale * dx  # fails: data-race: force
            force[b, 1] -= scale * dy
            force[b, 2] -= scale * dz
    return force


def main():
    rng = np.random.default_rng(1)
    position, mass = rng.random((400, 3)), rng.random(400)
    for _ in range(3):
        acting = forces(position, mass)
        position += acting / mass[:, None]
    print(np.abs(acting.sum(axis=0)).max() < 1e-6)


main()
