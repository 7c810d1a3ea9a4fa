"""Counts eggs by their sizes, by a library of the packing station."""

import ctypes
import functools
import os


@functools.cache
def library():
    found = ctypes.CDLL(os.environ["EGGS"])
    found.eggs_of_size.argtypes = [
        ctypes.c_char_p,
        ctypes.c_int,
        ctypes.POINTER(ctypes.c_double),
        ctypes.c_long,
    ]
    return found


class Sizes:
    least = {"S": 43, "M": 53, "L": 63}

    def count(self, grams):
        array = (ctypes.c_double * len(grams))(*grams)
        return {letter: self.of(letter, array) for letter in self.least}

    def of(self, letter, array):
        return library().eggs_of_size(letter.encode(), self.least[letter], array, len(array))
