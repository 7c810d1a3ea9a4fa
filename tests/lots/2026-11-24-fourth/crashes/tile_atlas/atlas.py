"""Atlases of tiles: a header with the sizes, and the tiles one after the other."""

import ctypes
import mmap
import struct

MAGIC = b"TILES1"


class Atlas:
    """Reads the tiles of a file in place."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(self.map))
        magic, count = struct.unpack_from("=6sH", self.map)
        if magic != MAGIC:
            raise ValueError(f"{path} is no atlas")
        self.sizes = struct.unpack_from(f"={count}I", self.map, 8)
        self.start = 8 + 4 * count

    def tile(self, number):
        place = self.start + sum(self.sizes[:number])
        return ctypes.string_at(self.base + place, self.sizes[number])


def write(path, tiles, order="="):
    """An atlas with these tiles. `order` is that of struct."""
    with open(path, "wb") as file:
        file.write(struct.pack("=6sH", MAGIC, len(tiles)))
        file.write(struct.pack(f"{order}{len(tiles)}I", *map(len, tiles)))
        for tile in tiles:
            file.write(tile)
