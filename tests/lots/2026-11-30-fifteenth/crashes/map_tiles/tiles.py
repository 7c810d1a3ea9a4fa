import ctypes
import os

_lib = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libtiles.so"))
_lib.tiles_open.argtypes = [ctypes.c_char_p]
_lib.tiles_open.restype = ctypes.c_void_p
_lib.tiles_number.argtypes = [ctypes.c_void_p]
_lib.tiles_checksum.argtypes = [ctypes.c_void_p, ctypes.c_uint]
_lib.tiles_checksum.restype = ctypes.c_uint


class TileFile:
    def __init__(self, path):
        self.path = path
        self._tiles = _lib.tiles_open(os.fsencode(path))
        if not self._tiles:
            raise OSError(f"{path} is no file of tiles")

    def __len__(self):
        return _lib.tiles_number(self._tiles)

    def checksum(self, index):
        if not 0 <= index < len(self):
            raise IndexError(index)
        return _lib.tiles_checksum(self._tiles, index)
