"""Sums of series, the latest values first."""

import ctypes
import functools
import sys

import numpy as np

library = ctypes.CDLL(sys.argv[1])
library.window_sum.restype = ctypes.c_double
library.window_sum.argtypes = [ctypes.POINTER(ctypes.c_double), ctypes.c_long]


def as_doubles(function):
    """Hands an array over as the library wants it."""

    @functools.wraps(function)
    def wrapper(values, *args):
        values = np.asarray(values, dtype=np.float64)
        return function(values.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), len(values), *args)

    return wrapper


@as_doubles
def total(pointer, count):
    return library.window_sum(pointer, count)  # <-- here


def latest_first(values):
    return values[::-1]


series = np.arange(30_000_000, dtype=np.float64)
print("as it is", total(series))
print("latest first", total(latest_first(series)))  # <-- here
