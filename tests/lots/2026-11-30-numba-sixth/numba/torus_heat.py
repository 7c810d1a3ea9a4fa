"""Heat on a ring-shaped tube: what leaves on one side comes in on the other."""

import numpy as np
from numba import njit, stencil


@stencil("wrap")
def mean_of_four(heat):
    return 0.25 * (heat[-1, 0] + heat[1, 0] + heat[0, -1] + heat[0, 1])


@njit
def step(heat, share):
    return heat + share * (mean_of_four(heat) - heat)


def main():
    heat = np.zeros((40, 60))
    heat[0, 30] = 1000.0
    for count in range(1, 201):
        heat = step(heat, 0.8)
        if count % 50 == 0:
            print(count, heat.sum().round(3), heat.max().round(3))


main()
