"""A belt in shared memory with a few places. Either end looks, and sleeps when there is nothing to do."""

import struct
import time
from multiprocessing import shared_memory

COUNTS = struct.Struct("<qq")
PLACE = struct.Struct("<q")
PLACES = 4


class Belt:
    def __init__(self, name=None):
        self.memory = shared_memory.SharedMemory(name, create=name is None, size=COUNTS.size + PLACES * PLACE.size)

    def counts(self):
        return COUNTS.unpack_from(self.memory.buf)

    def put(self, value):
        while True:
            placed, taken = self.counts()
            if placed - taken < PLACES:
                break
            time.sleep(0.25)
        PLACE.pack_into(self.memory.buf, COUNTS.size + placed % PLACES * PLACE.size, value)
        PLACE.pack_into(self.memory.buf, 0, placed + 1)

    def take(self):
        while True:
            placed, taken = self.counts()
            if placed > taken:
                break
            time.sleep(0.25)
        (value,) = PLACE.unpack_from(self.memory.buf, COUNTS.size + taken % PLACES * PLACE.size)
        PLACE.pack_into(self.memory.buf, PLACE.size, taken + 1)
        return value
