"""Labels with the names of guests."""

import ctypes


class Labels:
    ROOM = 60000

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.label_new.restype = ctypes.c_void_p
        self.library.label_new.argtypes = [ctypes.c_size_t]
        self.library.label_add.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
        self.library.label_length.argtypes = [ctypes.c_void_p]
        self.library.label_length.restype = ctypes.c_size_t
        self.library.label_free.argtypes = [ctypes.c_void_p]

    def label(self):
        return Label(self)


class Label:
    def __init__(self, labels):
        self.library = labels.library
        self.room = labels.ROOM

    def __enter__(self):
        self.handle = self.library.label_new(self.room)
        return self

    def __exit__(self, *exception):
        self.library.label_free(self.handle)

    def add(self, name, seat):
        self.library.label_add(self.handle, name.encode(), seat)

    def fill(self, names):
        for seat, name in enumerate(names, 1):
            self.add(name, seat)

    def length(self):
        return self.library.label_length(self.handle)
