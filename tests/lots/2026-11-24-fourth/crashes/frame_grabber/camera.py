"""A camera; its frames lie in memory of the grabber's library."""

import ctypes
import os

import numpy as np

library = ctypes.CDLL(os.environ["GRABBER"])
library.grabber_open.restype = ctypes.c_void_p
library.grabber_open.argtypes = [ctypes.c_long] * 3
library.grabber_next.restype = ctypes.POINTER(ctypes.c_ubyte)
library.grabber_next.argtypes = [ctypes.c_void_p]
library.grabber_close.argtypes = [ctypes.c_void_p]


class Camera:
    def __init__(self, width, height, buffers=4):
        self.shape = (height, width)
        self._grabber = library.grabber_open(width, height, buffers)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        library.grabber_close(self._grabber)

    def grab(self):
        return np.ctypeslib.as_array(library.grabber_next(self._grabber), self.shape)
