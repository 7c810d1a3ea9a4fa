# zoo: cause=out-of-bounds signal=SIGSEGV needs=numpy names=table
import ctypes

import numpy as np


def load(pointer, rows, columns):
    table = np.ctypeslib.as_array(pointer, shape=(rows, columns))
    return table.sum()  # <-- here


values = (ctypes.c_double * 4096)(*range(4096))
print(load(ctypes.cast(values, ctypes.POINTER(ctypes.c_double)), 409600, 1024))
