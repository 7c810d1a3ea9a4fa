"""Reads what the ticket machines send, and counts riders by stop."""

import ctypes
import os

import numpy as np

RIDE = np.dtype([("line", "u1"), ("stop", "<u4"), ("riders", "<u2")])


def load_library():
    library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "rides.so"))
    library.rides_by_stop.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]
    library.rides_by_stop.restype = None
    return library


class StopCounter:
    def __init__(self, stops):
        self.library = load_library()
        self.riders = np.zeros(stops, dtype=np.uint64)
        self.read = 0

    def feed(self, block):
        rides = np.frombuffer(block, dtype=RIDE)
        self.library.rides_by_stop(rides.ctypes.data, len(rides), self.riders.ctypes.data)
        self.read += len(rides)

    def busiest(self, most=5):
        order = np.argsort(self.riders)[::-1][:most]
        return [(int(stop), int(self.riders[stop])) for stop in order]
