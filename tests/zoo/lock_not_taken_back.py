# zoo: cause=gil-not-held signal=SIGSEGV|SIGABRT needs=gcc native=lender.c
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/lender.so")
library.wait_for.argtypes = [ctypes.c_long]


def wait(handles):
    return [library.wait_for(handle) for handle in handles]  # <-- here


print(wait([1, 2, -1]))
