"""What is painted on the trams, as the maker's library knows it."""

import ctypes


class Stations:
    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        self.library.line_end.restype = ctypes.c_char_p
        self.library.line_end.argtypes = [ctypes.c_int]

    def end(self, line):
        return self.library.line_end(line).decode("utf-8")
