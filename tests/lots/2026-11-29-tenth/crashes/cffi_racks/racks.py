"""Racks of a store for the library in C, by cffi."""

import sys

import cffi

ffi = cffi.FFI()
ffi.cdef(
    """
    struct shelf { double *weights; int count; };
    struct rack { struct shelf *shelves; int count; };
    double rack_weight(const struct rack *rack);
    """
)
library = ffi.dlopen(sys.argv[1])


def fill_shelf(shelf, weights):
    shelf.weights = ffi.new("double[]", weights)
    shelf.count = len(weights)


class Rack:
    def __init__(self, rows):
        self.shelves = ffi.new("struct shelf[]", len(rows))
        for shelf, weights in zip(self.shelves, rows):
            fill_shelf(shelf, weights)
        self.rack = ffi.new("struct rack *", {"shelves": self.shelves, "count": len(rows)})

    def weight(self):
        return library.rack_weight(self.rack)
