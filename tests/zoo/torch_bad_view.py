# zoo: cause=out-of-bounds signal=SIGSEGV needs=torch,numpy names=batch,source
import ctypes

import numpy as np
import torch


def borrow(source, count):
    pointer = source.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
    batch = torch.from_numpy(np.ctypeslib.as_array(pointer, shape=(count,)))
    return torch.relu(batch)  # <-- here


source = np.ones(5_000_000, dtype=np.float32)
print(borrow(source, 5_000_000_000).sum())
