"""Mean heights of dunes: the older surveys are of doubles, the newer ones of floats."""

import ctypes
import sys

import numpy as np

library = ctypes.CDLL(sys.argv[1])
library.dunes_mean.restype = ctypes.c_double
library.dunes_mean.argtypes = [ctypes.POINTER(ctypes.c_double), ctypes.c_long, ctypes.c_long]


class Survey:
    def __init__(self, year, shape, dtype):
        self.year = year
        self.heights = np.zeros(shape, dtype)

    def mean(self):
        rows, columns = self.heights.shape
        cells = self.heights.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
        return library.dunes_mean(cells, rows, columns)


SURVEYS = [Survey(1998, (300, 400), np.float64), Survey(2024, (9000, 8000), np.float32)]
for survey in SURVEYS:
    print(survey.year, survey.mean(), flush=True)
