"""Votes are counted by processes, in one counter."""

import ctypes
import multiprocessing
import sys
import time

import sheets

context = multiprocessing.get_context("fork")


TEXT = """
Mitte: 3 4
Nord: 1 x 9 2
Sued: 7
"""


class Counter:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.counter_new.restype = ctypes.c_void_p
        self.library.counter_begin.argtypes = [ctypes.c_void_p]
        self.library.counter_end.argtypes = [ctypes.c_void_p, ctypes.c_long]
        self.library.counter_end.restype = ctypes.c_long
        self.handle = self.library.counter_new()

    def add(self, votes):
        """`votes` may be an iterable that has to be read first."""
        self.library.counter_begin(self.handle)
        return self.library.counter_end(self.handle, sum(votes))


class Booth(context.Process):
    def __init__(self, counter, sheet):
        super().__init__(name=f"booth {sheet.booth}")
        self.counter = counter
        self.sheet = sheet

    def run(self):
        time.sleep(0.1 * len(self.sheet))
        self.counter.add(self.sheet.votes())


def main():
    counter = Counter(sys.argv[1])
    booths = [Booth(counter, sheet) for sheet in sheets.parse(TEXT)]
    for booth in booths:
        booth.start()
    booths[1].join()
    print(booths[1].name, "is closed:", booths[1].exitcode, flush=True)
    print(counter.add([]), "votes", flush=True)


if __name__ == "__main__":
    main()
