import ctypes
import os
import sys
import threading
import time

library = ctypes.CDLL(sys.argv[1])
library.cache_new.restype = ctypes.c_void_p
library.cache_get.argtypes = [ctypes.c_void_p, ctypes.c_int]
library.cache_put.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]


class Tiles:
    def __init__(self, size):
        self._cache = library.cache_new(size)

    def __setitem__(self, key, value):
        library.cache_put(self._cache, key, value)

    def __getitem__(self, key):
        return library.cache_get(self._cache, key)  # <-- here


def idle():
    while True:
        time.sleep(0.5)


def main():
    threading.Thread(target=idle, daemon=True).start()
    tiles = Tiles(100)
    for key in range(50):
        tiles[key] = key + 1
    print(sum(tiles[key] for key in range(60)))


main()
