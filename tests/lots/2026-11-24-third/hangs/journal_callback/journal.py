"""The journal of a library, for Python."""

import ctypes

OBSERVER = ctypes.CFUNCTYPE(None, ctypes.c_char_p)


class Journal:
    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._quick = ctypes.PyDLL(path)
        self._quick.journal_count.restype = ctypes.c_long
        self._observer = None

    def observe(self, function):
        self._observer = OBSERVER(function)
        self._library.journal_observe(self._observer)

    def write(self, line):
        self._library.journal_write(line.encode())

    def __len__(self):
        return self._quick.journal_count()
