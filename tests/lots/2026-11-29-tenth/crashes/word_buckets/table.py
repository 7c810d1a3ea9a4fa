"""Counts of words in a table in C, of as many buckets as the text deserves."""

import ctypes


class Native(ctypes.Structure):
    _fields_ = [("counts", ctypes.POINTER(ctypes.c_int)), ("size", ctypes.c_int)]


class Table:
    library = None

    @classmethod
    def load(cls, path):
        cls.library = ctypes.CDLL(path)
        cls.library.bucket_count.argtypes = [ctypes.POINTER(Native), ctypes.c_char_p]

    def __init__(self, letters):
        self.size = letters // 40
        self.memory = (ctypes.c_int * max(self.size, 8))()
        self.native = Native(self.memory, self.size)

    def add(self, word):
        return self.library.bucket_count(ctypes.byref(self.native), word.encode())

    def fullest(self):
        return max(self.memory)
