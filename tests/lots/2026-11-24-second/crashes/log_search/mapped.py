"""A log that is searched through memory."""

import contextlib
import mmap
import os
import re


class MappedLog:
    def __init__(self, path):
        self._file = open(path, "rb")
        self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        self.searches = 0

    def count(self, pattern):
        self.searches += 1
        return sum(1 for _ in re.finditer(pattern, self._map))  # <-- here

    def close(self):
        self._map.close()
        self._file.close()


@contextlib.contextmanager
def mapped(path):
    log = MappedLog(path)
    try:
        yield log
    finally:
        log.close()


def write(path, lines):
    with open(path, "wb") as file:
        file.writelines(b"%d %s /page/%d\n" % (n, b"GET" if n % 5 else b"POST", n) for n in lines)
    return os.path.getsize(path)
