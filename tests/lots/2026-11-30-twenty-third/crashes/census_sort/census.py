import ctypes
import random
import sys


class Census:
    def __init__(self, library):
        self.library = library
        library.census_new.restype = ctypes.c_void_p
        library.census_add.argtypes = library.census_count.argtypes = [ctypes.c_void_p, ctypes.c_long]
        library.census_count.restype = library.census_decade.restype = ctypes.c_long
        library.census_error.argtypes = library.census_free.argtypes = [ctypes.c_void_p]
        library.census_error.restype = ctypes.c_char_p
        library.census_decade.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.handle = library.census_new()

    def add(self, ages):
        for age in ages:
            self.library.census_add(self.handle, age)

    def decades(self):
        if self.library.census_count(self.handle, 1) < 0:
            raise ValueError(self.library.census_error(self.handle).decode())
        return [self.library.census_decade(self.handle, decade) for decade in range(12)]


class Region:
    """Parishes together; those that cannot be counted are left out."""

    def __init__(self):
        self.decades = [0] * 12
        self.left_out = {}

    def count(self, name, census):
        try:
            counts = census.decades()
        except ValueError as error:
            self.left_out[name] = str(error)
            return
        self.decades = [a + b for a, b in zip(self.decades, counts)]


def parish(name):
    numbers = random.Random(name)
    ages = [numbers.randrange(0, 96) for _ in range(500)]
    if name == "Vik":
        ages[340] = 1871
    return ages


def main():
    library = ctypes.CDLL(sys.argv[1])
    region = Region()
    for name in ("Eid", "Nes", "Vik"):
        census = Census(library)
        census.add(parish(name))
        region.count(name, census)
        print(name, region.decades, flush=True)
    print("left out:", region.left_out)


if __name__ == "__main__":
    main()
