import ctypes
import sys

import numpy as np


class Summary(ctypes.Structure):
    _fields_ = [("highest", ctypes.c_double), ("mean", ctypes.c_double)]


class Relief:
    def __init__(self, library):
        self.measure_ = ctypes.CDLL(library).relief_measure
        self.measure_.argtypes = [ctypes.c_void_p, ctypes.c_long, ctypes.c_long, ctypes.c_void_p]

    def measure(self, heights):
        summary = Summary()
        self.measure_(heights.ctypes.data, *heights.shape, ctypes.byref(summary))  # <-- here
        return summary.highest, summary.mean


relief = Relief(sys.argv[1])
for name, size, dtype in (("alps", 2000, np.float64), ("coast", 8000, np.float32)):
    heights = np.zeros((size, size), dtype=dtype)
    heights[100, 100] = 4810
    print(name, relief.measure(heights), flush=True)  # <-- here
    del heights
