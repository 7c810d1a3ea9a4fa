"""A mosaic's colours are counted. Stones that are missing are marked in a mask."""

import ctypes
import dataclasses
import functools
import sys

import numpy

MISSING = -1


@dataclasses.dataclass
class Mosaic:
    name: str
    stones: numpy.ndarray

    @classmethod
    def laid(cls, name, rows, columns, seed):
        draw = numpy.random.default_rng(seed)
        return cls(name, draw.integers(0, 200, (rows, columns), numpy.int16))

    def lose(self, row, columns):
        self.stones[row, columns] = MISSING * 300


def checked(function):
    """Only arrays of the library's type, in one piece."""

    @functools.wraps(function)
    def wrapper(self, stones):
        return function(self, numpy.ascontiguousarray(stones, numpy.int16))

    return wrapper


class Counter:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.colours_new.restype = ctypes.c_void_p
        self.counts = self.library.colours_new()

    @checked
    def count(self, stones):
        self.library.count_colours(
            ctypes.c_void_p(stones.ctypes.data),
            ctypes.c_long(stones.size),
            ctypes.c_void_p(self.counts),
        )
        return stones.size


def main():
    counter = Counter(sys.argv[1])
    floors = [Mosaic.laid(name, 40, 60, seed) for seed, name in enumerate(["hall", "bath", "yard"])]
    floors[2].lose(7, slice(10, 20))
    for floor in floors:
        print(floor.name, counter.count(floor.stones), flush=True)


if __name__ == "__main__":
    main()
