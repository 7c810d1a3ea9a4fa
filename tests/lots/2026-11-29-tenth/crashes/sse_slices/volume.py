"""Make a recording louder; the first sample of each is a mark and stays."""

import ctypes
import sys

import numpy as np

library = ctypes.CDLL(sys.argv[1])
library.scale.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_float]


def louder(samples, factor):
    library.scale(samples.ctypes.data, samples.size, factor)


recording = np.ones(4096, np.float32)
louder(recording, 1.5)
print("whole:", recording[:3], flush=True)
louder(recording[1:], 2.0)
print("without the mark:", recording[:3])
