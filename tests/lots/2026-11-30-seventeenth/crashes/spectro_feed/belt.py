"""A belt of blocks in memory that several programs can map."""

import ctypes
import mmap
import struct

import numpy as np

HEAD = struct.Struct("<IIQ")


class Belt:
    """Slots of one size, used in turn; the newest one is named in the head."""

    def __init__(self, slots, shape, dtype):
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self.slots = slots
        self.room = int(np.prod(shape)) * self.dtype.itemsize
        self.map = mmap.mmap(-1, HEAD.size + slots * self.room)
        self.start = ctypes.addressof(ctypes.c_char.from_buffer(self.map))
        self.written = 0
        self._stamp()

    def _stamp(self):
        HEAD.pack_into(self.map, 0, self.slots, self.room, self.written)

    def _place(self, number):
        return self.start + HEAD.size + number % self.slots * self.room

    def put(self, block):
        block = np.ascontiguousarray(block, self.dtype)
        if block.shape != self.shape:
            raise ValueError(f"{block.shape} does not fit into {self.shape}")
        size = block.nbytes * self.dtype.itemsize
        ctypes.memmove(self._place(self.written), block.ctypes.data, size)
        self.written += 1
        self._stamp()

    def latest(self):
        number = self.written - 1
        if number < 0:
            raise LookupError("nothing was written yet")
        text = ctypes.string_at(self._place(number), self.room)
        return np.frombuffer(text, self.dtype).reshape(self.shape)
