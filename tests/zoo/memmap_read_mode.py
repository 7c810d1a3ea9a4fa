# zoo: cause=write-to-read-only signal=SIGSEGV needs=numpy names=model
import ctypes
import os
import tempfile

import numpy as np


def scale(model, factor):
    pointer = model.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
    for i in range(model.size):
        pointer[i] *= factor  # <-- here


path = os.path.join(tempfile.mkdtemp(), "model.bin")
np.ones(10_000, dtype=np.float32).tofile(path)
model = np.memmap(path, dtype=np.float32, mode="r", offset=400)
os.unlink(path)
scale(model, 2.0)
