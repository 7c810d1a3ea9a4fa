"""Titles of films, as people have typed them."""

import ctypes
import sys

TYPED = ["Metropolis", "Nosferatu ", '  "The Third Man" ', "Brazil"]


class Title:
    """Text in C's memory, given back by the end of a with block."""

    def __init__(self, library, text):
        self.library = library
        self.address = library.title_copy(text.encode())

    def trim(self):
        self.address = self.library.title_trim(self.address)
        return ctypes.string_at(self.address).decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.library.title_free(self.address)


def titles(library, typed):
    for text in typed:
        with Title(library, text) as title:
            yield title.trim()


def main():
    library = ctypes.CDLL(sys.argv[1])
    library.title_copy.restype = library.title_trim.restype = ctypes.c_void_p
    library.title_trim.argtypes = library.title_free.argtypes = [ctypes.c_void_p]
    for title in titles(library, TYPED):
        print(title, flush=True)


if __name__ == "__main__":
    main()
