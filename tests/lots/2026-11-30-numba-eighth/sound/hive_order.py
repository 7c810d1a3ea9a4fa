"""The C library sorts with a comparison that is compiled."""

import ctypes
import ctypes.util

import numpy as np
from numba import cfunc, float64, int32
from numba.types import CPointer

libc = ctypes.CDLL(ctypes.util.find_library("c"))
compare_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
libc.qsort.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, compare_type]
libc.qsort.restype = None


@cfunc(int32(CPointer(float64), CPointer(float64)))
def rising(first, second):
    if first[0] < second[0]:
        return -1
    return 1 if first[0] > second[0] else 0


def main():
    weights = np.random.default_rng(1).normal(32.0, 1.0, 1000)
    right = np.sort(weights)
    call = compare_type(rising.address)
    libc.qsort(weights.ctypes.data, len(weights), weights.itemsize, call)
    assert np.array_equal(weights, right)
    print(weights[:3].round(2))


if __name__ == "__main__":
    main()
