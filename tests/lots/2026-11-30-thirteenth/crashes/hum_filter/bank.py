"""A bank of filters for eight channels, in C++."""

import contextlib
import ctypes
import functools


@functools.cache
def library(path):
    lib = ctypes.CDLL(path)
    lib.bank_new.restype = ctypes.c_void_p
    lib.bank_new.argtypes = [ctypes.c_int]
    lib.bank_free.argtypes = [ctypes.c_void_p]
    lib.bank_set.argtypes = [ctypes.c_void_p, ctypes.c_int] + 3 * [ctypes.c_float]
    lib.bank_run.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_float), ctypes.c_long]
    return lib


class Bank:
    def __init__(self, path, sections):
        self.lib = library(path)
        self.number = len(sections)
        self.handle = self.lib.bank_new(self.number)
        for at, section in enumerate(sections):
            self.lib.bank_set(self.handle, at, *section)

    def run(self, samples):
        self.lib.bank_run(self.handle, self.number, samples, len(samples) // 8)
        return samples

    def close(self):
        self.lib.bank_free(self.handle)
        self.handle = None


@contextlib.contextmanager
def bank(path, sections):
    made = Bank(path, sections)
    try:
        yield made
    finally:
        made.close()
