# zoo: cause=crash-at-exit signal=SIGSEGV needs=gcc native=session.c
import atexit
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/session.so")
library.open_session.restype = ctypes.c_void_p
library.close_session.argtypes = [ctypes.c_void_p]
library.open_library()
atexit.register(library.close_library)


class Session:
    def __init__(self):
        self.handle = library.open_session()

    def __del__(self):
        library.close_session(self.handle)  # <-- here


session = Session()
print("done")
