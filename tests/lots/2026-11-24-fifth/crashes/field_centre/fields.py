"""Fields as polygons; a library finds their centres."""

import ctypes
import os


class Centre(ctypes.Structure):
    _fields_ = [("x", ctypes.c_double), ("y", ctypes.c_double), ("area", ctypes.c_double)]


class FieldRecord(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_long),
        ("xs", ctypes.POINTER(ctypes.c_double)),
        ("ys", ctypes.POINTER(ctypes.c_double)),
    ]


library = ctypes.CDLL(os.path.abspath(os.environ["FIELDS"]))
library.field_centre.restype = ctypes.POINTER(Centre)
library.field_centre.argtypes = [ctypes.POINTER(FieldRecord)]


class Field:
    def __init__(self, name, corners):
        self.name = name
        self.xs = (ctypes.c_double * len(corners))(*(x for x, _ in corners))
        self.ys = (ctypes.c_double * len(corners))(*(y for _, y in corners))
        self.record = FieldRecord(len(corners), self.xs, self.ys)

    def centre(self):
        centre = library.field_centre(ctypes.byref(self.record))
        return centre.contents.x, centre.contents.y
