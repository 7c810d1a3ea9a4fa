"""Takes pixels out of an image, by a library."""

import ctypes
import os

import numpy as np

_gather = ctypes.CDLL(os.environ["GATHER"]).gather


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def take(image, indices):
    out = np.empty(len(indices) // 2, np.float32)
    _gather(pointer(image), pointer(indices), pointer(out), ctypes.c_int64(len(out)))
    return out
