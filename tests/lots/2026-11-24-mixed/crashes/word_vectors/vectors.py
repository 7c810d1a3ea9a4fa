import ctypes
import os

_library = None


def load(path):
    """In each worker of the pool."""
    global _library
    _library = ctypes.CDLL(path)
    _library.vectors_find.restype = ctypes.c_void_p
    _library.vectors_find.argtypes = [ctypes.c_char_p]
    _library.vectors_weight.restype = ctypes.c_double
    _library.vectors_weight.argtypes = [ctypes.c_void_p]


def weight(word):
    entry = _library.vectors_find(word.encode())
    return _library.vectors_weight(entry)  # <-- here


def score(sentence):
    return sum(weight(word) for word in sentence.split())
