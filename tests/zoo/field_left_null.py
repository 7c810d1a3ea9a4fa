# zoo: cause=null-dereference signal=SIGSEGV core=yes needs=gcc native=frames.c text=film.next.contents.picture.data,NULL
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/frames.so")


class Image(ctypes.Structure):
    _fields_ = [
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("data", ctypes.POINTER(ctypes.c_float)),
    ]


class Frame(ctypes.Structure):
    pass


Frame._fields_ = [
    ("number", ctypes.c_int),
    ("picture", Image),
    ("label", ctypes.c_char_p),
    ("next", ctypes.POINTER(Frame)),
]
library.corner.argtypes = [ctypes.POINTER(Frame)]
library.corner.restype = ctypes.c_float


def look(film):
    return library.corner(film)  # <-- here


pixels = (ctypes.c_float * 12)()
first = Frame(1, Image(4, 3, pixels), b"first")
first.next = ctypes.pointer(Frame(2, Image(4, 3), b"second"))
print(look(first))
