"""Heat in many rods, and how warm their middles are in the end."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def step(rod, share):
    for cell in prange(1, rod.size - 1):
        rod[cell] += share * (rod[cell - 1] - 2.0 * rod[cell] + rod[cell + 1])


@njit
def heated(size, steps, share):
    rod = np.zeros(size)
    rod[0] = 100.0
    rod[-1] = 20.0
    for _ in range(steps):
        step(rod, share)
    return rod


for size in (200, 400):
    rod = heated(size, 3000, 0.4)
    print(size, rod[size // 2].round(3))
