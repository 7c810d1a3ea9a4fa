# zoo: cause=illegal-instruction signal=SIGILL needs=gcc native=newer.c text=avx512er,newer.so
import ctypes
import os

library = ctypes.CDLL(os.path.join(os.environ["ZOO_NATIVE"], "newer.so"))


def scale(values):
    library.newer(values)  # <-- here


scale((ctypes.c_double * 4)(1, 2, 3, 4))
