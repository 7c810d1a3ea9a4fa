# zoo: cause=use-after-unmap signal=SIGSEGV needs=numpy names=rows
import ctypes

import numpy as np

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]


def main():
    block = libc.malloc(40_000_000)
    rows = np.ctypeslib.as_array(ctypes.cast(block, ctypes.POINTER(ctypes.c_float)), (10_000, 1000))
    rows[:] = 1
    libc.free(block)
    print(rows[1234].max())  # <-- here


main()
