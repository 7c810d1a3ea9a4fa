"""A desert's temperatures, in ever finer grids."""

import contextlib
import ctypes
import sys


class Desert:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.grid_new.restype = ctypes.POINTER(ctypes.c_float)
        self.grid = None

    def refine(self, width):
        self.grid = self.library.grid_new(width, width)
        return self.grid[width * width // 2]


@contextlib.contextmanager
def told(width):
    print("grid of", width, flush=True)
    yield
    print("done", width, flush=True)


def main():
    desert = Desert(sys.argv[1])
    for width in (64, 1024, 32768):
        with told(width):
            desert.refine(width)


if __name__ == "__main__":
    main()
