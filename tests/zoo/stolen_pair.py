# zoo: cause=refcount-corruption signal=SIGSEGV|SIGABRT|SIGBUS needs=gcc native=registry.c gil=needed
import ctypes
import os

library = ctypes.PyDLL(os.environ["ZOO_NATIVE"] + "/registry.so")
library.pair.restype = ctypes.py_object
library.pair.argtypes = [ctypes.py_object, ctypes.py_object]


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


class Path:
    def __init__(self, points):
        self.points = points

    def segments(self):
        return [library.pair(a, b) for a, b in zip(self.points, self.points[1:])]

    def length(self):
        count = len(self.segments())
        buffers = [b"x" * n for n in range(12, 480)]
        first = self.points[0]
        return first.x + count + len(buffers)  # <-- here


path = Path([Point(n, n) for n in range(4)])
print(path.length())
