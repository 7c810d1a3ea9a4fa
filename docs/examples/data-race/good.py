"""The words of a line, taken apart by the C library."""

import ctypes

libc = ctypes.CDLL(None)
libc.strtok_r.restype = ctypes.c_char_p
libc.strtok_r.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def words(line):
    buffer = ctypes.create_string_buffer(line.encode())
    rest = ctypes.c_void_p()
    found = []
    word = libc.strtok_r(buffer, b" ", ctypes.byref(rest))
    while word is not None:
        found.append(word.decode())
        word = libc.strtok_r(None, b" ", ctypes.byref(rest))
    return found


def line():
    return "the quick brown fox jumps over the lazy dog"
