"""Names of cities by their codes, from a table that a library in C reads."""

import ctypes
import threading


class Cities:
    def __init__(self, library, table):
        self._library = ctypes.CDLL(library)
        self._guard = threading.Lock()
        self._library.city_open(table.encode())

    def name(self, code):
        buffer = ctypes.create_string_buffer(100)
        with self._guard:
            found = self._library.city_of(code.encode(), buffer, len(buffer))
        return buffer.value.decode() if found else None
