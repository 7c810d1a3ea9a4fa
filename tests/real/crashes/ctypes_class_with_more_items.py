# An array of C longs is given the class of a longer one, and its new tail is written.
# https://github.com/python/cpython/issues/143005
from ctypes import c_long

Short = c_long * 3
Long = c_long * 4_000_000


def fill(values):
    values.__class__ = Long
    values[3_999_999] = 42  # <-- here


fill(Short(1, 2, 3))
