# zoo: cause=null-dereference signal=SIGSEGV needs=gcc native=reserve.c names=count text=ENOMEM
import ctypes
import os

reserve = ctypes.CDLL(os.path.join(os.environ["ZOO_NATIVE"], "reserve.so")).reserve
reserve.argtypes = [ctypes.c_long]
reserve.restype = ctypes.c_void_p


def make(first, last):
    count = last - first
    return reserve(count)  # <-- here


make(10, 5)
