# zoo: cause=out-of-bounds signal=SIGABRT needs=numpy names=samples,block settings=guard
import ctypes

import numpy as np


def fill(block, count):
    ctypes.memset(block.ctypes.data, 1, count)  # <-- here


def main():
    samples = np.zeros(251, np.int64)
    others = [np.zeros(251, np.int64) for _ in range(4)]
    fill(samples, 2012)
    del samples, others


main()
