"""Faces of fonts, by a library in C."""

import copy
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
library.face_open.restype = ctypes.c_void_p
library.face_weight.argtypes = library.face_close.argtypes = [ctypes.c_void_p]


class Face:
    def __init__(self, name, weight):
        self.name = name
        self.handle = library.face_open(name.encode(), weight)

    def weight(self):
        return library.face_weight(self.handle)

    def renamed(self, name):
        face = copy.copy(self)
        face.name = name
        return face

    def __del__(self):
        library.face_close(self.handle)
