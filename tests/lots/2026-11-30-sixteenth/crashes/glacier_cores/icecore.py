"""Cores of ice, as the library of the survey keeps them in files."""

import ctypes
import struct


class Core:
    def __init__(self, library, path):
        self.library = ctypes.CDLL(library)
        self.library.core_open.restype = ctypes.c_void_p
        self.library.core_open.argtypes = [ctypes.c_char_p]
        self.library.core_layers.argtypes = [ctypes.c_void_p]
        self.library.core_dust.restype = ctypes.c_double
        self.library.core_dust.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32]
        self.library.core_close.argtypes = [ctypes.c_void_p]
        self.core = self.library.core_open(str(path).encode())
        if not self.core:
            raise OSError(f"no core: {path}")

    def __len__(self):
        return self.library.core_layers(self.core)

    def dust(self, start, end):
        return self.library.core_dust(self.core, start, min(end, len(self)))

    def close(self):
        self.library.core_close(self.core)


def write(stream, layers):
    stream.write(struct.pack("=4sIQ", b"ICE1", len(layers), 0))
    for layer in layers:
        stream.write(struct.pack("=4d", *layer))
