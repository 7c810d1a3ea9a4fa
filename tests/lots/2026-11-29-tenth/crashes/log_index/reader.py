"""Reads a log by way of a map of the file, and an index of its lines."""

import mmap


class Log:
    def __init__(self, path):
        self.file = open(path, "rb")
        self.map = mmap.mmap(self.file.fileno(), 0, access=mmap.ACCESS_READ)
        self.starts = []
        self.index()

    def index(self):
        place = 0
        while place < len(self.map):
            self.starts.append(place)
            end = self.map.find(b"\n", place)
            place = end + 1 if end >= 0 else len(self.map)

    def line(self, number):
        start = self.starts[number]
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.map)
        return self.map[start:end].decode().rstrip()
