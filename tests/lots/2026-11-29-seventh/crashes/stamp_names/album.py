"""An album of stamps, ordered by a key that a library makes."""

import ctypes
import functools
import logging
import sys

log = logging.getLogger("album")


def told(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        found = function(*arguments)
        log.info("%s%r is %s", function.__name__, arguments[1:], found)
        return found

    return wrapper


class Album:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.stamps = {}

    @told
    def key(self, land, kind, cents):
        return self.library.stamp_key(land.encode(), kind.encode(), cents)

    def add(self, land, kind, cents):
        self.stamps[self.key(land, kind, cents)] = (land, kind, cents)


def main():
    logging.basicConfig(level=logging.INFO)
    album = Album(sys.argv[1])
    album.add("Peru", "air", 30)
    album.add("Togo", "letter", 12)
    album.add("Liechtenstein", "parcel, with the prince and his horse on it", 90)
    print(len(album.stamps), flush=True)


if __name__ == "__main__":
    main()
