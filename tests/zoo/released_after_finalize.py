# zoo: cause=crash-at-exit signal=SIGSEGV|SIGABRT needs=gcc native=background.c line=none
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/background.so")
library.call_at_exit.argtypes = [ctypes.py_object]


def goodbye():
    print("goodbye")


library.call_at_exit(goodbye)
