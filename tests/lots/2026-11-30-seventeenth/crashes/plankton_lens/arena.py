"""Frames in memory of the C library, so that Python's collector has no work with them."""

import ctypes
from contextlib import contextmanager

_libc = ctypes.CDLL(None)
_libc.malloc.restype = ctypes.c_void_p
_libc.malloc.argtypes = [ctypes.c_size_t]
_libc.free.argtypes = [ctypes.c_void_p]

_view = ctypes.pythonapi.PyMemoryView_FromMemory
_view.restype = ctypes.py_object
_view.argtypes = [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int]

READ, WRITE = 0x100, 0x200


@contextmanager
def frame(size):
    """A frame of that many bytes, as a memoryview."""
    place = _libc.malloc(size)
    if not place:
        raise MemoryError(size)
    try:
        yield _view(place, size, WRITE)
    finally:
        _libc.free(place)
