# A function returns an array over a SharedMemory that is a local of it: when the function is left,
# the block is unmapped, and the array stays.
# https://github.com/numpy/numpy/issues/18294
from multiprocessing.shared_memory import SharedMemory

import numpy as np

SHAPE = (64, 128)


def attach(name):
    block = SharedMemory(name=name)
    return np.ndarray(SHAPE, dtype=np.float64, buffer=block.buf)


owner = SharedMemory(create=True, size=64 * 128 * 8)
try:
    frames = attach(owner.name)
    frames[:] = 0.5  # <-- here
finally:
    owner.close()
    owner.unlink()
