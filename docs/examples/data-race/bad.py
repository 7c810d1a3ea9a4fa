"""The words of a line, taken apart by the C library."""

import ctypes

libc = ctypes.CDLL(None)
libc.strtok.restype = ctypes.c_char_p
libc.strtok.argtypes = [ctypes.c_void_p, ctypes.c_char_p]


def words(line):
    buffer = ctypes.create_string_buffer(line.encode())
    found = []
    word = libc.strtok(buffer, b" ")
    while word is not None:
        found.append(word.decode())
        word = libc.strtok(None, b" ")
    return found


def line():
    return "the quick brown fox jumps over the lazy dog"
