"""Heat in a rod: the stencil is compiled once, as a part of the function that uses it."""

import numpy as np
from numba import njit, stencil


@stencil
def spread(heat, share):
    return heat[0] + share * (heat[-1] - 2.0 * heat[0] + heat[1])


@njit
def cool(heat, share, steps):
    for _ in range(steps):
        heat = spread(heat, share)
    return heat


heat = np.zeros(101)
heat[50] = 100.0
after = cool(heat, 0.2, 200)
plain = heat
for _ in range(200):
    middle = plain[1:-1] + 0.2 * (plain[:-2] - 2 * plain[1:-1] + plain[2:])
    plain = np.concatenate([[0.0], middle, [0.0]])
assert np.allclose(after, plain)
print(after[45:56].round(3))
