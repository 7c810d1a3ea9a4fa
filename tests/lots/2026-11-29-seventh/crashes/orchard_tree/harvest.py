"""Apples of a harvest by weight, in a tree of the library."""

import ctypes
import random
import sys
import threading


class Crate:
    def __init__(self, library):
        self.library = library
        self.tree = None
        self.count = 0

    def put(self, grams):
        self.tree = self.library.apple_put(self.tree, grams)
        self.count += 1

    def depth(self):
        return self.library.apple_depth(self.tree)


class Sorter(threading.Thread):
    def __init__(self, library, weights):
        super().__init__(name="sorter")
        self.crate = Crate(library)
        self.weights = weights

    def run(self):
        for grams in self.weights:
            self.crate.put(grams)
        print(self.crate.count, "apples, depth", self.crate.depth(), flush=True)


def load(path):
    library = ctypes.CDLL(path)
    library.apple_put.restype = ctypes.c_void_p
    library.apple_put.argtypes = [ctypes.c_void_p, ctypes.c_int]
    library.apple_depth.argtypes = [ctypes.c_void_p]
    return library


def main():
    library = load(sys.argv[1])
    draw = random.Random(3)
    threading.stack_size(256 * 1024)
    for weights in ([draw.randrange(80, 300) for _ in range(500)], range(9000)):
        sorter = Sorter(library, weights)
        sorter.start()
        sorter.join()


if __name__ == "__main__":
    main()
