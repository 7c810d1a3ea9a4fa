"""A frame in shared memory that one process writes and others read, without a lock:
the number before the values is odd while they are written."""

import os
import struct
from multiprocessing import shared_memory

HEAD = struct.Struct("<q")
VALUES = struct.Struct("<4d")


class Frame:
    def __init__(self, name=None):
        size = HEAD.size + VALUES.size
        self.memory = shared_memory.SharedMemory(name, create=name is None, size=size)

    @property
    def number(self):
        return HEAD.unpack_from(self.memory.buf)[0]

    @number.setter
    def number(self, value):
        HEAD.pack_into(self.memory.buf, 0, value)

    def write(self, make):
        """make() gives the values; it looks at the instruments itself."""
        self.number += 1
        VALUES.pack_into(self.memory.buf, HEAD.size, *make())
        self.number += 1

    def read(self):
        while True:
            before = self.number
            if before % 2:
                continue
            values = VALUES.unpack_from(self.memory.buf, HEAD.size)
            if self.number == before:
                return before // 2, values

    def close(self):
        self.memory.close()
        if os.getpid() == self.owner:
            self.memory.unlink()

    owner = os.getpid()
