# zoo: cause=heap-corruption signal=SIGABRT needs=numpy
import ctypes

import numpy as np

libc = ctypes.CDLL(None)
libc.free.argtypes = [ctypes.c_void_p]


def discard(array):
    libc.free(array.ctypes.data)  # <-- here


matrix = np.zeros((50, 50))
discard(matrix[10])
