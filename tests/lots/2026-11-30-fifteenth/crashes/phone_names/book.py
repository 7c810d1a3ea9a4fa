"""The names of a phone's address book, which its library keeps as wide characters."""

import ctypes
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
lib = ctypes.CDLL(os.path.join(here, "names.so"))
lib.names_open.argtypes = [ctypes.c_size_t]
lib.names_add.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
lib.names_add.restype = ctypes.c_void_p

NAMES = ["Amélie Faure", "Bjørn Sæther", "Chiara Neri", "Dörte Klüver", "Ewa Żak", "Frøya Lien"]


class Entry:
    def __init__(self, name):
        self.place = lib.names_add(name.encode("utf-16-le"), len(name))
        if not self.place:
            raise MemoryError("no room for names")

    @property
    def name(self):
        return ctypes.wstring_at(self.place)


class Book:
    def __init__(self, names):
        if lib.names_open(4) < 0:
            raise OSError("names_open")
        self.entries = [Entry(name) for name in names]

    def __iter__(self):
        return iter(self.entries)


def main():
    book = Book(NAMES)
    for number, entry in enumerate(book, 1):
        print(number, entry.name, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
