# zoo: cause=out-of-bounds signal=SIGSEGV needs=numpy core=yes names=samples first=yes
import ctypes

import numpy as np


def store(samples, position, value):
    pointer = samples.ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    pointer[position] = value  # <-- here


def main():
    samples = np.zeros(1000)
    for position in (0, 999, 400_000_000):
        store(samples, position, 1.5)


main()
