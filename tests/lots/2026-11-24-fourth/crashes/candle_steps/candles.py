"""Candles of trades, by the library of the trading desk."""

import ctypes
import os

import numpy as np

library = ctypes.CDLL(os.environ.get("CANDLES", "./candles.so"))
library.candles_number.restype = ctypes.c_long
library.candles_number.argtypes = [
    np.ctypeslib.ndpointer(np.int64),
    ctypes.c_long,
    ctypes.c_int64,
    np.ctypeslib.ndpointer(np.int64),
    ctypes.c_long,
]


class Candles:
    def __init__(self, width, bins=400):
        self.width = width
        self.counts = np.zeros(bins, np.int64)

    def add(self, times, newest):
        ages = (times - newest).astype("timedelta64[s]").astype(np.int64)
        return library.candles_number(ages, len(ages), -self.width, self.counts, len(self.counts))
