"""Rules that lines have to keep, checked by a library."""

import ctypes
import functools
import os


@functools.lru_cache(maxsize=1)
def library():
    loaded = ctypes.CDLL(os.path.abspath(os.environ["CHECK"]))
    loaded.check_pattern.argtypes = [ctypes.c_char_p]
    loaded.check_pattern.restype = None
    loaded.check_line.argtypes = [ctypes.c_char_p]
    return loaded


class Rule:
    def __init__(self, name, pattern):
        self.name = name
        self.pattern = pattern

    def __enter__(self):
        library().check_pattern(self.pattern.encode())
        return self

    def __exit__(self, *_):
        library().check_pattern(b"")

    def keeps(self, line):
        return bool(library().check_line(line.encode()))
