"""Dunes, smoothed by the wind, at several sizes."""

import ctypes
import sys

import numpy as np

library = ctypes.CDLL(sys.argv[1])
library.smooth.argtypes = [np.ctypeslib.ndpointer(np.float64, 2, flags="C"), ctypes.c_int]


def dunes(side):
    heights = np.random.default_rng(side).random((side, side))
    library.smooth(heights, side)
    return heights.std()


for side in (100, 500, 2000):
    print(side, round(float(dunes(side)), 3), flush=True)
