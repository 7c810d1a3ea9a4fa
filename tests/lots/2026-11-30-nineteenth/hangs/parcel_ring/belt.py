"""The belt, for Python."""

import pathlib

from cffi import FFI

ffi = FFI()
ffi.cdef("""
void belt_start(void);
int belt_put(int number, double kilos);
int belt_take(double *kilos);
""")


class Refused(ValueError):
    pass


class Belt:
    def __init__(self, path="libbelt.so"):
        self.library = ffi.dlopen(str(pathlib.Path(path).resolve()))
        self.library.belt_start()

    def put(self, number, kilos):
        if self.library.belt_put(number, kilos):
            raise Refused(f"parcel {number}: {kilos} kg")

    def take(self):
        kilos = ffi.new("double *")
        number = self.library.belt_take(kilos)
        return number, kilos[0]
