"""A log that is written by way of the C library, as other code of the station writes to the same FILE."""

import ctypes

_libc = ctypes.CDLL(None)
_libc.fopen.restype = ctypes.c_void_p
_libc.fopen.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
_libc.fputs.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
_libc.fflush.argtypes = [ctypes.c_void_p]
_libc.fclose.argtypes = [ctypes.c_void_p]
_libc.setvbuf.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_size_t]

FULL = 0


class CFile:
    def __init__(self, path, room=None):
        self.file = _libc.fopen(str(path).encode(), b"w")
        if not self.file:
            raise OSError(path)
        if room:
            self._widen(room)

    def _widen(self, room):
        """The card of the station does not like small writes."""
        place = ctypes.create_string_buffer(room)
        if _libc.setvbuf(self.file, place, FULL, room):
            raise OSError("no room")

    def write(self, line):
        _libc.fputs(line.encode() + b"\n", self.file)

    def flush(self):
        _libc.fflush(self.file)

    def __enter__(self):
        return self

    def __exit__(self, *details):
        _libc.fclose(self.file)
        self.file = None
