"""A plugin for a host, after the header of its version 2."""

import ctypes

ONE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
TWO = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)


class Table(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_long),
        ("open", ONE),
        ("write", TWO),
        ("close", ONE),
        ("flags", ctypes.c_long),
    ]


class Plugin:
    def __init__(self, name, flags):
        self.name = name
        self.calls = []
        self.functions = ONE(self.opened), TWO(self.written), ONE(self.closed)
        self.table = Table(2, *self.functions, flags)

    def opened(self, number):
        self.calls.append(("open", number))
        return 0

    def written(self, number, value):
        self.calls.append(("write", number, value))
        return value

    def closed(self, number):
        self.calls.append(("close", number))
        return 0
