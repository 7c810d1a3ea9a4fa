"""Lengths of hedges, surveyed by walking along them; by cffi in its ABI mode."""
import array
import sys

import cffi

ffi = cffi.FFI()
ffi.cdef("double walk_length(const double *x, const double *y, size_t n);")
library = ffi.dlopen(sys.argv[1])


class Hedge:
    def __init__(self, name, points):
        self.name = name
        self.x = array.array("d", (p[0] for p in points))
        self.y = array.array("d", (p[1] for p in points))

    def inside(self, west, east):
        return Hedge(self.name, [(x, y) for x, y in zip(self.x, self.y) if west <= x < east])

    def length(self):
        return library.walk_length(ffi.from_buffer("double[]", self.x), ffi.from_buffer("double[]", self.y), len(self.x))


HEDGES = [Hedge("lane", [(i * 2.0, i % 7) for i in range(500)]), Hedge("brook", [(400 + i, i * 0.5) for i in range(300)])]


def strips(width):
    for west in range(0, 1000, width):
        for hedge in HEDGES:
            yield west, hedge.name, hedge.inside(west, west + width).length()


def main():
    for west, name, length in strips(250):
        print(west, name, round(length, 1))


if __name__ == "__main__":
    main()
