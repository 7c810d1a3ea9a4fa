"""Frames in shared memory: one process writes them, others look."""

import os
import struct
from multiprocessing import shared_memory

HEAD = struct.Struct("<qqq")


class Frames:
    def __init__(self, name=None, size=0):
        self.memory = shared_memory.SharedMemory(name, create=name is None, size=size)
        self.view = self.memory.buf

    @property
    def name(self):
        return self.memory.name

    def write(self, number, width, height, colour):
        HEAD.pack_into(self.view, 0, number, width, height)
        self.view[HEAD.size : HEAD.size + width * height] = bytes([colour]) * (width * height)

    def head(self):
        return HEAD.unpack_from(self.view)

    def row(self, y):
        _, width, _ = self.head()
        start = HEAD.size + y * width
        return bytes(self.view[start : start + width])

    def fit(self, width, height):
        """No more memory than such a frame needs: there is little of it on the board."""
        os.ftruncate(self.memory._fd, HEAD.size + width * height)

    def close(self):
        self.view = None
        self.memory.close()
