"""The library that knows the lines of a till."""

import ctypes
import functools
import os


@functools.cache
def library():
    found = ctypes.CDLL(os.environ["TILL"])
    found.till_total.argtypes = [ctypes.c_char_p]
    found.till_total.restype = ctypes.c_long
    return found


class Receipt:
    """What one customer has paid for."""

    def __init__(self, number):
        self.number = number
        self.lines = []

    def add(self, line):
        self.lines.append(line.strip())

    def total(self):
        return sum(library().till_total(line.encode()) for line in self.lines if line)
