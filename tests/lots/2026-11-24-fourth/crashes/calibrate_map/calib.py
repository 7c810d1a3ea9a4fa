"""Calibrates recordings with the library of the maker of the sensor."""

import ctypes
import os

import numpy as np

library = ctypes.CDLL(os.environ["CALIB"])
library.calib_apply.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_double]
library.calib_apply.restype = ctypes.c_double


class Recording:
    def __init__(self, name, values):
        self.name, self.values = name, values

    @classmethod
    def recorded(cls, name, count):
        return cls(name, np.linspace(0, 5, count, dtype=np.float32))

    @classmethod
    def stored(cls, path):
        return cls(os.path.basename(path), np.load(path, mmap_mode="r"))

    def calibrate(self, offset):
        return library.calib_apply(self.values.ctypes.data, self.values.size, offset)

    def store(self, folder):
        path = os.path.join(folder, f"{self.name}.npy")
        np.save(path, self.values)
        return path
