"""The stock of dyes, in a table of a native library (cffi, ABI mode)."""

import pathlib

import cffi

ffi = cffi.FFI()
ffi.cdef("""
    typedef struct lots lots_t;
    lots_t *lots_new(uint32_t places);
    int lots_add(lots_t *lots, uint32_t number, int32_t litres);
    int lots_litres(lots_t *lots, uint32_t number);
    uint32_t lots_used(lots_t *lots);
    void lots_free(lots_t *lots);
""")
library = ffi.dlopen(str(pathlib.Path(__file__).resolve().parent.parent.parent / "liblots.so"))


class Unknown(LookupError):
    pass


class Stock:
    def __init__(self, places=256):
        self._lots = ffi.gc(library.lots_new(places), library.lots_free)

    def add(self, number, litres):
        return library.lots_add(self._lots, number, litres)

    def __getitem__(self, number):
        litres = library.lots_litres(self._lots, number)
        if litres < 0:
            raise Unknown(number)
        return litres

    def __len__(self):
        return library.lots_used(self._lots)
