"""Tags of gulls, collected in C."""
import contextlib
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
library.tags_new.restype = ctypes.c_void_p
library.tags_grow.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
library.tags_free.argtypes = [ctypes.c_void_p]


class Tags:
    def __init__(self):
        self.handle = library.tags_new()
        self.guard = library.tags_new()

    def add(self, tag):
        library.tags_grow(self.handle, tag.encode())

    def close(self):
        library.tags_free(self.handle)
        library.tags_free(self.guard)


def main():
    for island in ("Farne", "Skomer"):
        with contextlib.closing(Tags()) as tags:
            tags.add(f"{island[0]}1")
        print(island)


if __name__ == "__main__":
    main()
