"""Prices in a file that a process writes and others have mapped."""

import mmap
import os
import struct

RECORD = struct.Struct("<16sdq")
HEADER = struct.Struct("<4sI")


class BoardWriter:
    def __init__(self, path):
        self.path = path
        self.file = open(path, "w+b")
        self.number = 0
        self._header()

    def _header(self):
        self.file.seek(0)
        self.file.write(HEADER.pack(b"PRIC", self.number))
        self.file.flush()

    def add(self, name, price, when):
        self.file.seek(HEADER.size + self.number * RECORD.size)
        self.file.write(RECORD.pack(name.encode(), price, when))
        self.number += 1
        self._header()

    def new_day(self):
        """Begins the file anew."""
        self.file.truncate(0)
        self.number = 0
        self._header()


class BoardReader:
    def __init__(self, path):
        self.file = open(path, "rb")
        self.map = None
        self.remap()

    def remap(self):
        size = os.fstat(self.file.fileno()).st_size
        if self.map is not None:
            self.map.close()
        self.map = mmap.mmap(self.file.fileno(), size, access=mmap.ACCESS_READ)

    def __len__(self):
        magic, number = HEADER.unpack_from(self.map, 0)
        if magic != b"PRIC":
            raise ValueError("no board")
        return number

    def __getitem__(self, at):
        name, price, when = RECORD.unpack_from(self.map, HEADER.size + at * RECORD.size)
        return name.rstrip(b"\0").decode(), price, when
