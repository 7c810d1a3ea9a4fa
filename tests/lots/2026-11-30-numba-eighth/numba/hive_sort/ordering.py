"""Sorts by the C library, with comparisons that are compiled."""

import ctypes
import ctypes.util

from numba import cfunc, float64, int32
from numba.types import CPointer

libc = ctypes.CDLL(ctypes.util.find_library("c"))
compare_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
libc.qsort.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, compare_type]
libc.qsort.restype = None

place = CPointer(CPointer(float64))


@cfunc(int32(place, place))
def rising(first, second):
    one, other = first[0][0], second[0][0]
    if one < other:
        return -1
    return 1 if one > other else 0


@cfunc(int32(place, place))
def falling(first, second):
    return -1 if first[0][0] > second[0][0] else 1


class Order:
    def __init__(self, compiled):
        self.call = compare_type(compiled.address)

    def sort(self, values):
        data = values.ctypes.data_as(ctypes.c_void_p)
        libc.qsort(data, len(values), values.itemsize, self.call)
        return values


ORDERS = {"rising": Order(rising), "falling": Order(falling)}
