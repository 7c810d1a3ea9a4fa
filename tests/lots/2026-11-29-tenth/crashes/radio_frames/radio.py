"""Keeps what a radio hears."""

import ctypes


class Radio:
    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        self.library.radio_open.restype = ctypes.c_void_p
        self.library.radio_open.argtypes = [ctypes.c_size_t]
        self.library.radio_listen.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.library.radio_keep.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
        self.handle = self.library.radio_open(4096)
        self.frame = ctypes.create_string_buffer(256)

    def listen(self, second):
        return self.library.radio_listen(self.handle, second)

    def keep(self, length):
        self.library.radio_keep(self.handle, self.frame, length)
