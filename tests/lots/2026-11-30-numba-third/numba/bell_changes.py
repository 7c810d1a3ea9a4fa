"""Changes of a ring of bells: the treble hunts up and down, and the order follows."""

import numpy as np
from numba import njit


@njit
def swapped(order, first):
    out = order.copy()
    for at in range(first, out.size - 1, 2):
        out[at], out[at + 1] = out[at + 1], out[at]
    return out


@njit
def lead(order):
    for stroke in range(order.size):
        order = swapped(order, stroke % 2)
        yield order


@njit
def touch(bells, leads):
    order = np.arange(1, bells + 1)
    for number in range(leads):
        yield from lead(order)
        order = swapped(order, 1)


for change in touch(6, 2):
    print("".join(map(str, change)))
