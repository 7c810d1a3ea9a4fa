# zoo: cause=use-after-unmap signal=SIGSEGV needs=numpy core=yes names=column first=yes
import ctypes
import mmap

import numpy as np


def load(size):
    area = mmap.mmap(-1, size)
    start = ctypes.addressof(ctypes.c_char.from_buffer(area))
    column = np.ctypeslib.as_array(ctypes.cast(start, ctypes.POINTER(ctypes.c_int64)), (size // 8,))
    area.close()
    return column


def main():
    column = load(1 << 22)
    print(column.sum())  # <-- here


main()
