"""Writes the ends of letters."""

import ctypes
import os
import sys

library = ctypes.CDLL(os.path.abspath(sys.argv[1]))
library.signature_text.restype = ctypes.c_void_p
library.signature_trim.argtypes = [ctypes.c_void_p]


class Signature:
    def __init__(self, number):
        self.address = library.signature_text(number)

    def text(self):
        length = library.signature_trim(self.address)
        return ctypes.string_at(self.address, length).decode()


def main():
    for number in (1, 0, 2):
        print(Signature(number).text(), flush=True)


if __name__ == "__main__":
    main()
