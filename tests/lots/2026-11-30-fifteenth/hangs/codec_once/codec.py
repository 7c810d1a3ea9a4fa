import ctypes
import pathlib


class Codec:
    def __init__(self, path=pathlib.Path("libcodec.so")):
        library = ctypes.CDLL(str(path.resolve()))
        library.codec_level.argtypes = [ctypes.c_int]
        library.codec_level.restype = ctypes.c_int
        library.codec_checksum.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
        library.codec_checksum.restype = ctypes.c_uint32
        self._library = library

    def level(self, wanted):
        return self._library.codec_level(wanted)

    def checksum(self, block):
        return self._library.codec_checksum(block, len(block))
