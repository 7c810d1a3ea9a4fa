"""A catalogue in one file: head, entries, and names behind the entries.

The file is mapped, and entries are looked at in place.
"""

import ctypes
import mmap

MAGIC = 0x52415453


class Head(ctypes.Structure):
    _fields_ = [("magic", ctypes.c_uint32), ("number", ctypes.c_uint32), ("entries", ctypes.c_uint64)]


class Entry(ctypes.Structure):
    _fields_ = [
        ("right_ascension", ctypes.c_double),
        ("declination", ctypes.c_double),
        ("magnitude", ctypes.c_float),
        ("flags", ctypes.c_uint32),
        ("name", ctypes.c_uint64),
    ]


class Catalogue:
    def __init__(self, path):
        with open(path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 0)
        self.head = Head.from_buffer(self.map)
        if self.head.magic != MAGIC:
            raise ValueError(f"{path} is no catalogue")
        self.start = ctypes.addressof(self.head)
        self.entries = (Entry * self.head.number).from_address(self.start + self.head.entries)

    def __len__(self):
        return self.head.number

    def brighter(self, limit):
        return [entry for entry in self.entries if entry.magnitude < limit]

    def name(self, entry):
        return ctypes.string_at(entry.name).decode()


def write(path, stars):
    names = bytearray()
    entries = bytearray()
    behind = ctypes.sizeof(Head) + len(stars) * ctypes.sizeof(Entry)
    for name, right_ascension, declination, magnitude in stars:
        entry = Entry(right_ascension, declination, magnitude, 0, behind + len(names))
        entries += bytes(entry)
        names += name.encode() + b"\0"
    with open(path, "wb") as file:
        file.write(bytes(Head(MAGIC, len(stars), ctypes.sizeof(Head))) + entries + names)
