# zoo: cause=crash-at-exit signal=SIGSEGV|SIGABRT needs=g++ native=thread_end.cpp line=none
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/thread_end.so")
library.set_hook.argtypes = [ctypes.py_object]


def flush():
    print("flushed")


library.set_hook(flush)
