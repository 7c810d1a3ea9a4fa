import array
import ctypes
import random


class Books:
    """Opens the books of a parish by name, and keeps them open."""

    def __init__(self, library, folder):
        self.library = ctypes.CDLL(library)
        self.library.book_open.restype = ctypes.c_void_p
        self.library.book_open.argtypes = [ctypes.c_char_p]
        self.library.book_first.restype = ctypes.c_uint64
        self.library.book_first.argtypes = [ctypes.c_void_p]
        self.library.book_count.restype = ctypes.c_uint64
        self.library.book_count.argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]
        self.folder = folder
        self.opened = {}

    def __getitem__(self, name):
        if name not in self.opened:
            book = self.library.book_open(str(self.folder / name).encode())
            if not book:
                raise KeyError(name)
            self.opened[name] = book
        return self.opened[name]

    def first(self, name):
        return self.library.book_first(self[name])

    def count(self, name, start, end):
        return self.library.book_count(self[name], start, end)


def fill(folder, seed=4):
    rng = random.Random(seed)
    for name, number in {"births": 4000, "weddings": 1200, "burials": 3500, "legacies": 0}.items():
        years = sorted(rng.randrange(1640, 1900) for _ in range(number))
        (folder / name).write_bytes(array.array("Q", years).tobytes())
