"""A sketch: points in memory of the library."""

import ctypes


def load(path):
    library = ctypes.CDLL(path)
    library.sketch_new.restype = ctypes.c_void_p
    library.sketch_add.argtypes = [ctypes.c_void_p, ctypes.c_double, ctypes.c_double]
    library.sketch_scale.argtypes = [ctypes.c_void_p, ctypes.c_double]
    library.sketch_scale.restype = None
    library.sketch_width.argtypes = [ctypes.c_void_p]
    library.sketch_width.restype = ctypes.c_double
    library.sketch_free.argtypes = [ctypes.c_void_p]
    library.sketch_free.restype = None
    return library


class Sketch:
    def __init__(self, library, title):
        self.library = library
        self.title = title
        self.handle = library.sketch_new()

    def add(self, *points):
        for x, y in points:
            self.library.sketch_add(self.handle, x, y)
        return self

    def scale(self, factor):
        self.library.sketch_scale(self.handle, factor)

    @property
    def width(self):
        return self.library.sketch_width(self.handle)

    def __del__(self):
        self.library.sketch_free(self.handle)
