import ctypes
import sys

import numpy as np

DOUBLES = ctypes.POINTER(ctypes.c_double)


class Recorder:
    def __init__(self, path, size):
        self._library = ctypes.CDLL(path)
        self._library.recorder_new.restype = ctypes.c_void_p
        self._library.recorder_new.argtypes = [DOUBLES, ctypes.c_long]
        self._library.recorder_add.argtypes = [ctypes.c_void_p, ctypes.c_double]
        self._library.recorder_add.restype = ctypes.c_long
        self.samples = np.zeros(size)
        self._recorder = self._library.recorder_new(self.samples.ctypes.data_as(DOUBLES), size)

    def add(self, value):
        return self._library.recorder_add(self._recorder, value)  # <-- here

    def take(self):
        """The samples so far; recording starts anew."""
        taken, self.samples = self.samples, np.zeros_like(self.samples)
        return taken
