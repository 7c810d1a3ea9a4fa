"""A gauge behind a library in C."""

import ctypes


class Gauge:
    def __init__(self, library, size):
        self.library = ctypes.CDLL(library)
        self.library.gauge_open.restype = ctypes.c_void_p
        self.library.gauge_open.argtypes = [ctypes.c_long]
        self.library.gauge_measure.restype = ctypes.c_double
        self.library.gauge_measure.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.library.gauge_close.argtypes = [ctypes.c_void_p]
        self.handle = self.library.gauge_open(size)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.library.gauge_close(self.handle)

    def measure(self, times):
        return self.library.gauge_measure(self.handle, times)
