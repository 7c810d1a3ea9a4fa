"""Segments of a log: records of a length, a checksum and JSON, one after the other."""

import json
import pathlib
import struct
import zlib

HEADER = struct.Struct("<II")


class Writer:
    def __init__(self, folder, most=2000):
        self.folder = pathlib.Path(folder)
        self.most = most
        self.number = 0
        self.file = None

    def append(self, record):
        body = json.dumps(record).encode()
        if self.file is None or self.file.tell() + len(body) > self.most:
            self.roll()
        self.file.write(HEADER.pack(len(body), zlib.crc32(body)) + body)

    def roll(self):
        if self.file:
            self.file.close()
        self.number += 1
        self.file = open(self.folder / f"{self.number:06}.seg", "wb")

    def close(self):
        if self.file:
            self.file.close()


class Reader:
    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.size = self.path.stat().st_size

    def __iter__(self):
        with open(self.path, "rb", buffering=0) as file:
            while file.tell() < self.size:
                length, checksum = HEADER.unpack(self.exactly(file, HEADER.size))
                body = self.exactly(file, length)
                if zlib.crc32(body) != checksum:
                    raise ValueError(f"{self.path.name}: a damaged record before {file.tell()}")
                yield json.loads(body)

    @staticmethod
    def exactly(file, number):
        """read() may give less than it was asked for, so ask again for the rest."""
        data = bytearray()
        while len(data) < number:
            data += file.read(number - len(data))
        return bytes(data)
