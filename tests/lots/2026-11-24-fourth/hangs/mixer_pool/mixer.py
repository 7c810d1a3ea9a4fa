"""The mixer of the studio's library, for arrays of numpy."""

import ctypes
import os

import numpy as np

library = ctypes.CDLL(os.environ["MIXER"])
pointer = np.ctypeslib.ndpointer(np.float64, flags="C_CONTIGUOUS")
library.mixer_mix.argtypes = [pointer, pointer, pointer, ctypes.c_long]
library.mixer_mix.restype = None


def mix(left, right):
    out = np.empty_like(left)
    library.mixer_mix(left, right, out, len(out))
    return out
