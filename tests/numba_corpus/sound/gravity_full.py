"""Forces between bodies, each body by itself."""

import numpy as np
from numba import njit, prange

SOFT = 1e-3


@njit(parallel=True, fastmath=True)
def accelerations(position, mass):
    n = position.shape[0]
    out = np.zeros_like(position)
    energy = 0.0
    for i in prange(n):
        ax = 0.0
        ay = 0.0
        for j in range(n):
            if j == i:
                continue
            dx = position[j, 0] - position[i, 0]
            dy = position[j, 1] - position[i, 1]
            r2 = dx * dx + dy * dy + SOFT
            pull = mass[j] / (r2 * np.sqrt(r2))
            ax += pull * dx
            ay += pull * dy
            energy -= 0.5 * mass[i] * mass[j] / np.sqrt(r2)
        out[i, 0] = ax
        out[i, 1] = ay
    return out, energy


def main():
    rng = np.random.default_rng(2)
    out, energy = accelerations(rng.random((200, 2)), np.ones(200))
    print(out.shape, energy < 0)


main()
