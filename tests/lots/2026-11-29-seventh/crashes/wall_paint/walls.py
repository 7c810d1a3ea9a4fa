"""Walls are painted in views of one large picture, some of which stand on their head."""

import contextlib
import ctypes
import sys

import numpy


class Painter:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.painted = 0

    def paint(self, wall, colour):
        height, width = wall.shape
        self.library.paint(
            ctypes.c_void_p(wall.ctypes.data), ctypes.c_long(wall.shape[1] * 4096), height, width, colour
        )
        self.painted += height * width


@contextlib.contextmanager
def scaffold(name):
    print("to", name, flush=True)
    yield
    print("from", name, flush=True)


def main():
    painter = Painter(sys.argv[1])
    house = numpy.zeros((4096, 4096), numpy.uint8)
    walls = {"strip": house[:, :1], "south": house[:2000, 1000:3000], "north": house[::-1][:500, :500]}
    for colour, (name, wall) in enumerate(walls.items(), 1):
        with scaffold(name):
            painter.paint(wall, colour)
    print(painter.painted)


if __name__ == "__main__":
    main()
