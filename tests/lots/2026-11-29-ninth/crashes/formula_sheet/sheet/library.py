"""The library that works formulas out."""

import ctypes


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.formula_value.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_double)]

    def value(self, formula):
        value = ctypes.c_double()
        if self.library.formula_value(formula.encode(), value):
            raise ValueError(formula[:40])
        return value.value
