"""The journal of the service, in C."""

import atexit
import ctypes
import os

_library = ctypes.CDLL(os.environ["JOURNAL"])
_library.journal_write.argtypes = [ctypes.c_char_p]
_library.journal_write.restype = ctypes.c_long
_library.journal_start()
atexit.register(_library.journal_end)


def write(text):
    return _library.journal_write(text.encode())  # <-- here
