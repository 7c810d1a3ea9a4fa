# zoo: cause=stack-overflow signal=SIGSEGV limit=stack:1048576 first=yes
import ctypes
import sys

sys.setrecursionlimit(1_000_000)
libc = ctypes.CDLL(None)
COMPARE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
numbers = (ctypes.c_int * 2)(2, 1)


def compare(left, right):
    libc.qsort(numbers, 2, 4, compare_for_c)  # <-- here
    return 0


compare_for_c = COMPARE(compare)
compare(None, None)
