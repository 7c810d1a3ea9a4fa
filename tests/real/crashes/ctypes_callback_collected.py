# A callback is registered with a C library and nobody keeps it; it is called later.
# https://github.com/JohannesBuchner/PyMultiNest/issues/5
import ctypes
import gc

libc = ctypes.CDLL(None)
Compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))
libc.qsort.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p]
libc.qsort.restype = None


class Sorter:
    def __init__(self, order):
        self.address = ctypes.cast(Compare(order), ctypes.c_void_p).value  # <-- also

    def sort(self, values):
        libc.qsort(values, len(values), ctypes.sizeof(ctypes.c_int), self.address)  # <-- here


def rising(one, two):
    return one[0] - two[0]


sorter = Sorter(rising)
gc.collect()
others = [b"A" * n for n in range(40, 400) for _ in range(30)]
sorter.sort((ctypes.c_int * 5)(5, 3, 1, 2, 4))
