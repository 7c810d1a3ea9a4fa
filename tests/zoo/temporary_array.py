# zoo: cause=out-of-bounds signal=SIGSEGV needs=gcc,numpy native=table.c core=yes text=argument
import ctypes
import os

import numpy as np

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/table.so")
library.store_at.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_double]


class Grid:
    def __init__(self, rows, columns):
        self.cells = np.ones((rows, columns))

    def poke(self, row):
        copy = self.cells.copy
        library.store_at(copy().ctypes.data_as(ctypes.c_void_p), row * 40, 2.5)  # <-- here


grid = Grid(30, 40)
for row in (1, 2, 90_000_000):
    grid.poke(row)
