# zoo: cause=out-of-bounds signal=SIGSEGV needs=numpy names=windows,signal
import numpy as np
from numpy.lib.stride_tricks import as_strided


def moving_average(signal, width):
    count = len(signal)
    windows = as_strided(signal, shape=(count, width), strides=(signal.strides[0] * width,) * 2)
    return windows.mean(axis=1)  # <-- here


print(moving_average(np.arange(200_000, dtype=np.float64), 64)[:5])
