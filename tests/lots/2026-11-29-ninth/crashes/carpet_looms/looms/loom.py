"""The loom, by its library; it is started when the first row is wanted."""

import ctypes
import functools
import threading


class Loom:
    _lock = threading.Lock()

    def __init__(self, path):
        self.path = path
        self.rows = 0

    @functools.cached_property
    def library(self):
        library = ctypes.CDLL(self.path)
        library.loom_rows.argtypes = [ctypes.c_long]
        library.loom_rows.restype = ctypes.c_long
        if library.loom_start():
            raise OSError("no thread")
        return library

    def weave(self, rows):
        with self._lock:
            self.rows = self.library.loom_rows(rows)
        return self.rows
