"""Tiles of a map (in C), which free themselves."""

import copy
import ctypes
import os
import weakref

library = ctypes.CDLL(os.environ["TILES"])
library.tile_new.restype = library.tile_copy.restype = ctypes.c_void_p
for _name in ("tile_copy", "tile_sum", "tile_free"):
    getattr(library, _name).argtypes = [ctypes.c_void_p]


class Tile:
    def __init__(self, size=None, handle=None):
        self.handle = library.tile_new(size) if handle is None else handle
        self._free = weakref.finalize(self, library.tile_free, self.handle)

    def __copy__(self):
        return Tile(handle=library.tile_copy(self.handle))

    def sum(self):
        return library.tile_sum(self.handle)

    def close(self):
        self._free()


class Layer:
    """Tiles by place; changes are made in copies, so that they can be undone."""

    def __init__(self):
        self.tiles = {}

    def add(self, x, y):
        self.tiles[x, y] = Tile(64)

    def changed(self, x, y):
        return Change(self, (x, y))


class Change:
    def __init__(self, layer, place):
        self.layer = layer
        self.place = place

    def __enter__(self):
        self.before = self.layer.tiles[self.place]
        self.layer.tiles[self.place] = copy.copy(self.before)
        return self.layer.tiles[self.place]

    def __exit__(self, kind, *_):
        if kind is None:
            self.before.close()
        else:
            self.layer.tiles[self.place].close()
            self.layer.tiles[self.place] = self.before
