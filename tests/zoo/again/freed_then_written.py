# zoo: cause=use-after-free signal=SIGABRT|SIGSEGV settings=guard needs=numpy
import ctypes

import numpy as np


def address_of_copy(values):
    return values.copy().ctypes.data


def scribble(address, count):
    ctypes.memset(address, 0x5A, count)  # <-- here


def main():
    values = np.arange(20_000, dtype=np.float64)
    address = address_of_copy(values)
    scribble(address - 16, 4096)
    keep = [np.arange(20_000, dtype=np.float64) for _ in range(20)]
    print(sum(part.sum() for part in keep))


main()
