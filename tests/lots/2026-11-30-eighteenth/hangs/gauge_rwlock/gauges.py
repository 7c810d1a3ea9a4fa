"""The gauge in C, for Python."""

import ctypes
import pathlib


class Gauge:
    def __init__(self, path="libgauge.so"):
        self.library = ctypes.CDLL(str(pathlib.Path(path).resolve()))
        self.library.gauge_add.argtypes = [ctypes.c_double]
        self.library.gauge_mean.argtypes = [ctypes.c_int, ctypes.c_int]
        self.library.gauge_mean.restype = ctypes.c_double
        self.library.gauge_init()

    def add(self, value):
        self.library.gauge_add(value)

    def mean(self, last, slow=False):
        return self.library.gauge_mean(last, int(slow))
