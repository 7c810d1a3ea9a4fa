"""Integrals by scipy, through compiled callbacks that read an array of numbers."""

import ctypes

import numpy as np
from numba import carray, cfunc, njit, types
from scipy import LowLevelCallable
from scipy.integrate import nquad, quad

pointer = types.CPointer(types.float64)


@njit
def damped(t, decay, speed):
    return np.exp(-decay * t) * np.cos(speed * t)


@cfunc(types.float64(types.intc, pointer))
def surface(count, places):
    xy = carray(places, (count,))
    return np.exp(-xy[0] * xy[0]) * (1 + 0.5 * xy[1])


@cfunc(types.float64(types.float64, types.voidptr))
def swing(t, numbers):
    values = carray(numbers, (2,), dtype=np.float64)
    return damped(t, values[0], values[1])


class Swing:
    def __init__(self, decay, speed):
        self.numbers = np.array([decay, speed])

    def integral(self, seconds):
        data = ctypes.cast(self.numbers.ctypes.data, ctypes.c_void_p)
        return quad(LowLevelCallable(swing.ctypes, data), 0, seconds, limit=200)[0]


def main():
    print("surface:", round(nquad(LowLevelCallable(surface.ctypes), [[-1, 1], [0, 2]])[0], 5))
    for decay in (0.1, 0.5, 1.0):
        print(f"decay {decay}: {Swing(decay, 3.0).integral(20.0):.5f}")


if __name__ == "__main__":
    main()
