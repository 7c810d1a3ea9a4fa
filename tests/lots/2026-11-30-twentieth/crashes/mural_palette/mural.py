"""Counts the colours of a mural, row by row, with a hardened library."""
import ctypes
import functools
import sys
import threading


def per_row(function):
    @functools.wraps(function)
    def call(self, row):
        with self.lock:
            return [function(self, colour) for colour in row]

    return call


class Palette:
    NAMES = {"ochre": 3, "umber": 7, "azure": 23, "gold": 24}

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.lock = threading.Lock()

    @per_row
    def use(self, colour):
        return self.library.palette_use(self.NAMES[colour])


def main():
    palette = Palette(sys.argv[1])
    rows = [["ochre", "umber"], ["azure", "ochre"], ["umber", "gold"]]
    threads = [threading.Thread(target=palette.use, args=(row,)) for row in rows]
    for thread in threads:
        thread.start()
        thread.join()
    print("painted")


if __name__ == "__main__":
    main()
