"""One compiled callback for all loads: what differs is passed as user data."""

import ctypes
import math

import numpy as np
from numba import carray, cfunc, types
from scipy import LowLevelCallable


@cfunc(types.float64(types.intc, types.CPointer(types.float64), types.voidptr))
def moment(count, values, data):
    settings = carray(data, (3,), dtype=np.float64)
    weight, at, width = settings[0], settings[1], settings[2]
    x = values[0]
    return weight * math.exp(-(((x - at) / width) ** 2)) * x


class Load:
    def __init__(self, weight, at, width):
        self.settings = np.array([weight, at, width])
        data = self.settings.ctypes.data_as(ctypes.c_void_p)
        self.callable = LowLevelCallable(moment.ctypes, data)
