"""The reader of logs."""

import contextlib
import ctypes
import os


class Reader:
    def __init__(self, library, path):
        self.library = library
        self.handle = library.reader_open(os.fsencode(path))
        if not self.handle:
            raise FileNotFoundError(path)

    def __iter__(self):
        while (line := self.library.reader_next(self.handle)) is not None:
            yield line.decode(errors="replace")

    @property
    def count(self):
        return self.library.reader_count(self.handle)

    def close(self):
        self.library.reader_close(self.handle)


def load(path):
    library = ctypes.CDLL(path)
    library.reader_open.argtypes = [ctypes.c_char_p]
    library.reader_open.restype = ctypes.c_void_p
    library.reader_next.argtypes = [ctypes.c_void_p]
    library.reader_next.restype = ctypes.c_char_p
    library.reader_count.argtypes = [ctypes.c_void_p]
    library.reader_count.restype = ctypes.c_long
    library.reader_close.argtypes = [ctypes.c_void_p]
    return lambda name: contextlib.closing(Reader(library, name))
