"""Counts words in as many buckets as a text deserves."""

import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])


class Table(ctypes.Structure):
    _fields_ = [("counts", ctypes.POINTER(ctypes.c_int)), ("size", ctypes.c_int)]


def count(text):
    size = len(text) // 40
    table = Table((ctypes.c_int * max(size, 8))(), size)
    return max(library.bucket_count(ctypes.byref(table), word.encode()) for word in text.split())


for text in ["the fox and the hen and the other hen in the yard", "a hen"]:
    print(count(text), flush=True)
