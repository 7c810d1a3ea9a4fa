# zoo: cause=crash-at-exit signal=SIGSEGV needs=gcc native=session.c
import atexit
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/session.so")
library.open_session.restype = ctypes.c_void_p
library.close_session.argtypes = [ctypes.c_void_p]
library.open_library()
session = library.open_session()


@atexit.register
def close_session():
    library.close_session(session)  # <-- here


atexit.register(library.close_library)
