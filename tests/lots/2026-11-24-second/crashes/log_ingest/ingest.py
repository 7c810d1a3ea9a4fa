"""The C++ part of the statistics, by ctypes."""

import ctypes


class Ingest:
    def __init__(self, library):
        self._library = ctypes.CDLL(library)
        self._library.ingest_open.restype = ctypes.c_void_p
        self._library.ingest_line.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self._library.ingest_close.argtypes = [ctypes.c_void_p]
        self._library.ingest_close.restype = ctypes.c_long
        self.total = None

    def __enter__(self):
        self._handle = self._library.ingest_open()
        return self

    def __exit__(self, *error):
        self.total = self._library.ingest_close(self._handle)  # <-- here

    def feed(self, line):
        self._library.ingest_line(self._handle, line.encode())
