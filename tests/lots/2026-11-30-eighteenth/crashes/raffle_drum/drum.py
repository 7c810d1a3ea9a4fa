import contextlib
import ctypes
import os

_library = ctypes.CDLL(os.environ.get("DRUM", "./drum.so"))
_library.drum_new.restype = ctypes.c_void_p
_library.drum_draw.argtypes = [ctypes.c_void_p]
_library.drum_delete.argtypes = [ctypes.c_void_p]


class Drum:
    def __init__(self, handle):
        self._handle = handle

    def draw(self, number=1):
        return [_library.drum_draw(self._handle) for _ in range(number)]


@contextlib.contextmanager
def drum(tickets, seed):
    handle = _library.drum_new(seed, tickets)
    try:
        yield Drum(handle)
    finally:
        _library.drum_delete(handle)
