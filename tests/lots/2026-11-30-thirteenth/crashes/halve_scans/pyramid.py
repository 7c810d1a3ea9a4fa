"""Pyramids of pictures: each level is half as large as the one before."""

import contextlib
import ctypes
import dataclasses


class Halver:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        self.lib.halve.restype = ctypes.c_void_p
        self.lib.halve.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_int]
        self.lib.release.argtypes = [ctypes.c_void_p]

    @contextlib.contextmanager
    def _halved(self, level):
        address = self.lib.halve(level.dots, level.width, level.height)
        if not address:
            raise MemoryError
        try:
            yield address
        finally:
            self.lib.release(address)

    def halve(self, level):
        with self._halved(level) as address:
            width, height = level.width // 2, level.height // 2
            return Level(width, height, ctypes.string_at(address, width * height))


@dataclasses.dataclass(frozen=True)
class Level:
    width: int
    height: int
    dots: bytes

    def mean(self):
        return sum(self.dots) / len(self.dots)


def pyramid(halver, level, smallest=16):
    yield level
    while min(level.width, level.height) > smallest:
        level = halver.halve(level)
        yield level
