"""Speeds of a glacier, by the library of the institute."""

import ctypes
import os

library = ctypes.CDLL(os.environ["FLOW"])
library.flow_speed.restype = ctypes.c_double
library.flow_speed.argtypes = [ctypes.c_double, ctypes.c_double]


def speeds(slopes, thickness):
    return [library.flow_speed(slope, thickness) for slope in slopes]
