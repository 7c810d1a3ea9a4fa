"""Which folders are looked through for fonts?"""

import ctypes
import os
import sys

library = ctypes.CDLL(sys.argv[1])
library.paths_default.restype = ctypes.c_void_p
library.paths_split.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int]


def split(text):
    parts = (ctypes.c_char_p * 16)()
    number = library.paths_split(text, parts, len(parts))
    return [os.path.expanduser(part.decode()) for part in parts[:number]]


own = ctypes.create_string_buffer(b"fonts:/opt/fonts")
print(split(ctypes.addressof(own)), flush=True)
print(split(library.paths_default()), flush=True)
