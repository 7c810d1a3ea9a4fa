import ctypes
import os


class Codec:
    def __init__(self, path):
        self._library = ctypes.CDLL(path)
        self._library.rle_encode.restype = ctypes.c_long
        self._library.rle_encode.argtypes = [
            ctypes.c_char_p,
            ctypes.c_long,
            ctypes.c_char_p,
            ctypes.c_long,
        ]
        self.encoded = 0

    def encode(self, data):
        target = ctypes.create_string_buffer(len(data) + 2)
        used = self._library.rle_encode(data, len(data), target, len(target))  # <-- here
        self.encoded += 1
        return target.raw[:used]

    def decode(self, data):
        pairs = zip(data[::2], data[1::2])
        return b"".join(bytes([byte]) * count for count, byte in pairs)
