import ctypes

import numpy as np

BEFORE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.c_double)


class Sorter:
    def __init__(self, path, before):
        self.library = ctypes.CDLL(path)
        self.library.order_by.argtypes = [ctypes.c_void_p, ctypes.c_size_t, BEFORE]
        self.library.order_by.restype = None
        self.before = BEFORE(before)

    def sort(self, values):
        found = np.array(values, dtype=float)
        self.library.order_by(found.ctypes.data, len(found), self.before)
        return found
