"""What the library of the quarry's office offers."""

import ctypes
import functools

import numpy as np

DOUBLES = ctypes.POINTER(ctypes.c_double)


@functools.lru_cache(maxsize=1)
def library(path):
    loaded = ctypes.CDLL(path)
    loaded.quarry_peak.argtypes = [DOUBLES, ctypes.c_long]
    loaded.quarry_peak.restype = ctypes.c_double
    loaded.quarry_energy.argtypes = [ctypes.POINTER(DOUBLES), ctypes.c_long, ctypes.c_long, DOUBLES]
    loaded.quarry_energy.restype = ctypes.c_double
    return loaded


class Office:
    def __init__(self, path):
        self.library = library(path)

    def peak(self, trace):
        trace = np.ascontiguousarray(trace, dtype=np.float64)
        return self.library.quarry_peak(trace.ctypes.data_as(DOUBLES), trace.size)

    def energy(self, traces):
        """Energy of each geophone, and of all together."""
        traces = np.ascontiguousarray(traces, dtype=np.float64)
        each = np.zeros(len(traces))
        table = traces.ctypes.data_as(ctypes.POINTER(DOUBLES))
        total = self.library.quarry_energy(
            table, traces.shape[0], traces.shape[1], each.ctypes.data_as(DOUBLES)
        )
        return total, each
