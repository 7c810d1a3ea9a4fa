# zoo: cause=out-of-bounds signal=SIGSEGV needs=numpy names=ranks first=yes
import ctypes

import numpy as np

libc = ctypes.CDLL(None)
COMPARE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))


def sort(keys, ranks):
    rank_of = ranks.ctypes.data_as(ctypes.POINTER(ctypes.c_int))

    def compare(left, right):
        a, b = left[0], right[0]
        return rank_of[a] - rank_of[b]  # <-- here

    libc.qsort(keys, len(keys), ctypes.sizeof(ctypes.c_int), COMPARE(compare))


def main():
    ranks = np.arange(1000, dtype=np.int32)
    sort((ctypes.c_int * 4)(5, 3, 900, 1_900_000_000), ranks)


main()
