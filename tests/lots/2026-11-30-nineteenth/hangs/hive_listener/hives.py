"""The counter of the hives, by ctypes."""

import ctypes
import pathlib

LISTENER = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_int)


class Hives:
    def __init__(self, path="libhive.so"):
        self.library = ctypes.CDLL(str(pathlib.Path(path).resolve()))
        self.library.hive_listen.argtypes = [LISTENER]
        self.library.hive_listen.restype = None
        self.library.hive_change.argtypes = [ctypes.c_int, ctypes.c_int]
        self.library.hive_total.restype = ctypes.c_long
        self._listener = None

    def listen(self, function):
        self._listener = LISTENER(function)
        self.library.hive_listen(self._listener)

    def change(self, hive, by):
        return self.library.hive_change(hive, by)

    def total(self):
        return self.library.hive_total()
