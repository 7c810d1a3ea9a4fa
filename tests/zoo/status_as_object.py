# zoo: cause=null-dereference signal=SIGSEGV core=yes needs=gcc native=intake.c
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/intake.so")
library.status.restype = ctypes.py_object


def collect(failed):
    return library.status(failed)  # <-- here


print(collect(False), collect(True))
