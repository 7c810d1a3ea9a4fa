"""A file of the C library, shared with native code: lines of one writer stay together."""

import contextlib
import ctypes

libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.fopen.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
libc.fputs.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
libc.fflush.argtypes = libc.flockfile.argtypes = libc.funlockfile.argtypes = [ctypes.c_void_p]


class CFile:
    def __init__(self, path):
        self.file = libc.fopen(path.encode(), b"w")

    @contextlib.contextmanager
    def together(self):
        libc.flockfile(self.file)
        yield self
        libc.funlockfile(self.file)

    def line(self, text):
        libc.fputs(text.encode() + b"\n", self.file)

    def flush(self):
        libc.fflush(self.file)
