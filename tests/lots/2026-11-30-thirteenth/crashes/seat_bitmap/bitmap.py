"""Which seats are taken: one bit a seat, in a file that several processes map."""

import mmap
import os

from bitarray import bitarray


class SeatMap:
    def __init__(self, path, writable=False):
        self.path = path
        flags = os.O_RDWR if writable else os.O_RDONLY
        self._file = os.open(path, flags)
        access = mmap.ACCESS_WRITE if writable else mmap.ACCESS_READ
        self._map = mmap.mmap(self._file, 0, access=access)
        self.bits = bitarray(buffer=self._map)

    def taken(self, start=0, stop=None):
        return self.bits.count(1, start, len(self.bits) if stop is None else stop)

    def take(self, seat):
        self.bits[seat] = 1


def create(path, seats):
    with open(path, "wb") as file:
        file.write(bytes(seats // 8))
