"""Dates of tides, by a library in C that the office has had for long."""

import ctypes
import functools
import os
import threading


@functools.lru_cache(maxsize=None)
def library():
    found = ctypes.CDLL(os.environ["DATES"])
    found.tide_date.argtypes = [ctypes.c_longlong, ctypes.c_char_p, ctypes.c_int]
    return found


class Calendar:
    def __init__(self):
        self.guard = threading.Lock()
        self.asked = 0

    def date(self, seconds):
        text = ctypes.create_string_buffer(20)
        with self.guard:
            self.asked += 1
            library().tide_date(seconds, text, len(text))
        return text.value.decode()

    def dates(self, table):
        return [self.date(moment) for moment in table]
