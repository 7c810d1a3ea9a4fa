# zoo: cause=null-dereference signal=SIGSEGV core=yes
import ctypes

libc = ctypes.CDLL(None)


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))
def compare(left, right):
    return left[0] - ctypes.c_int.from_address(0).value  # <-- here


values = (ctypes.c_int * 5)(5, 1, 7, 33, 99)
libc.qsort(values, 5, 4, compare)
