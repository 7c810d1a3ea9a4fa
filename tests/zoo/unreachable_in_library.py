# zoo: cause=illegal-instruction signal=SIGILL needs=gcc native=shape.c
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/shape.so")


def corners(kind):
    return library.corners(kind)  # <-- here


print([corners(kind) for kind in (0, 1, 7)])
