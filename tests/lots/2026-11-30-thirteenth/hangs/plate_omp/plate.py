import ctypes
import pathlib

import numpy as np

LIBRARY = pathlib.Path(__file__).parents[2] / "plate.so"
DOUBLES = np.ctypeslib.ndpointer(np.float64, ndim=2, flags="C_CONTIGUOUS")


class Plate:
    def __init__(self, rows, columns):
        self.heat = np.zeros((rows, columns))
        self.solver = ctypes.CDLL(str(LIBRARY)).plate_run
        self.solver.argtypes = [DOUBLES, DOUBLES, *[ctypes.c_int] * 3, ctypes.c_double]

    def edge(self, top=0.0, bottom=0.0):
        self.heat[0], self.heat[-1] = top, bottom
        return self

    def settle(self, sweeps, enough):
        other = self.heat.copy()
        rows, columns = self.heat.shape
        return self.solver(self.heat, other, rows, columns, sweeps, enough)
