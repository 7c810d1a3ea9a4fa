"""How much light passes a lens: an integrand for scipy, with the lens's numbers as user data."""

import ctypes

import numpy as np
from numba import cfunc, njit, types
from scipy import LowLevelCallable
from scipy.integrate import quad


@njit
def bell(x, width):
    return np.exp(-((x / width) ** 2))


@cfunc(types.float64(types.float64, types.voidptr))
def passed(radius, lens):
    width = lens[0]
    loss = lens[1]
    return 2 * np.pi * radius * bell(radius, width) * (1.0 - loss)


class Lens:
    def __init__(self, width, loss):
        self.numbers = np.array([width, loss])

    def light(self, radius):
        data = ctypes.cast(self.numbers.ctypes.data, ctypes.c_void_p)
        return quad(LowLevelCallable(passed.ctypes, data), 0, radius)[0]


if __name__ == "__main__":
    for lens in (Lens(2.0, 0.04), Lens(3.5, 0.11)):
        print(round(lens.light(1.5), 4))
