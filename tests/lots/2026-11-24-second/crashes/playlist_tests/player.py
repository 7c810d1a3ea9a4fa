"""A player on the library playlist."""

import ctypes
import os

library = ctypes.CDLL(os.environ["PLAYLIST"])
library.playlist_new.restype = ctypes.c_void_p
library.playlist_current.restype = ctypes.c_char_p
for name in ("current", "free"):
    getattr(library, f"playlist_{name}").argtypes = [ctypes.c_void_p]
library.playlist_add.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
library.playlist_skip.argtypes = [ctypes.c_void_p, ctypes.c_int]
library.playlist_remove.argtypes = [ctypes.c_void_p, ctypes.c_int]


class Player:
    def __init__(self):
        self._list = library.playlist_new()
        self.position = 0

    def add(self, track):
        library.playlist_add(self._list, track.encode())

    def skip(self, steps=1):
        self.position += steps
        library.playlist_skip(self._list, steps)

    def remove(self, number):
        library.playlist_remove(self._list, number)

    @property
    def current(self):
        return library.playlist_current(self._list).decode()  # <-- here

    def close(self):
        library.playlist_free(self._list)
