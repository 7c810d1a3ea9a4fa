# zoo: cause=out-of-bounds signal=SIGSEGV needs=numpy names=target
import ctypes

import numpy as np


def copy(target, source):
    ctypes.memmove(target.ctypes.data, source.ctypes.data, source.nbytes)  # <-- here


def main():
    target = np.zeros(1 << 20, dtype=np.uint8)
    source = np.ones(256 << 20, dtype=np.uint8)
    copy(target, source)


main()
