"""Areas of shapes; which shape has a number is asked in Python."""

import ctypes
import os


class Shape(ctypes.Structure):
    _fields_ = [("corners", ctypes.c_int), ("area", ctypes.c_double)]


CHOICE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
library = ctypes.CDLL(os.environ["SHAPES"])
library.shapes_total.argtypes = [ctypes.c_int, CHOICE, ctypes.c_void_p]
library.shapes_total.restype = ctypes.c_double


class Drawing:
    def __init__(self, shapes):
        self.shapes = {number: Shape(*shape) for number, shape in shapes.items()}

    def address(self, number, _):
        shape = self.shapes.get(number)
        return shape and ctypes.addressof(shape)

    def total(self, count):
        return library.shapes_total(count, CHOICE(self.address), None)
