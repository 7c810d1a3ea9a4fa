"""Kegs of a brewery, by cffi (in ABI mode)."""

import itertools
import sys

import cffi

import guests

ffi = cffi.FFI()
ffi.cdef("""
    typedef struct { long litres; char label[120]; } keg;
    keg *keg_new(long litres);
    void keg_free(keg *keg);
    long keg_draw(keg *keg, long litres);
""")


class Brewery:
    def __init__(self, path):
        self.library = ffi.dlopen(path)
        self.numbers = itertools.count(1)

    def keg(self, litres):
        return Keg(self, ffi.gc(self.library.keg_new(litres), self.library.keg_free))


class Keg:
    def __init__(self, brewery, handle):
        self.brewery = brewery
        self.handle = handle
        self.number = next(brewery.numbers)

    def draw(self, litres):
        return self.brewery.library.keg_draw(self.handle, litres)

    def lend(self):
        """The same keg, for a guest's bar."""
        return Keg(self.brewery, ffi.gc(ffi.cast("keg *", self.handle), self.brewery.library.keg_free))


class Bar:
    def __init__(self, name):
        self.name = name
        self.kegs = []

    def serve(self, litres):
        for keg in self.kegs:
            litres -= keg.draw(litres)
        print(self.name, "is short of", litres, flush=True)

    def close(self):
        self.kegs.clear()


def main():
    brewery = Brewery(sys.argv[1])
    house, guest = Bar("house"), Bar("guest")
    house.kegs += [brewery.keg(50), brewery.keg(30)]
    guest.kegs.append(house.kegs[1].lend())
    with guests.evening("the evening", *guests.LONG) as litres:
        house.serve(litres)
        guest.serve(10)
    guest.close()
    print("the guest has gone", flush=True)
    house.close()
    print("closed", flush=True)


if __name__ == "__main__":
    main()
