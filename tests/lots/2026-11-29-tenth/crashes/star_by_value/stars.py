"""Angles between stars, by a library in C."""

import ctypes
import itertools
import sys


class Star(ctypes.Structure):
    _fields_ = [
        ("right_ascension", ctypes.c_double),
        ("declination", ctypes.c_double),
        ("magnitude", ctypes.c_double),
        ("name", ctypes.c_char_p),
    ]


library = ctypes.CDLL(sys.argv[1])
library.star_angle.restype = ctypes.c_double

STARS = [
    Star(101.29, -16.72, -1.46, b"Sirius"),
    Star(95.99, -52.70, -0.74, b"Canopus"),
    Star(213.92, 19.18, -0.05, b"Arcturus"),
]

for one, other in itertools.combinations(STARS, 2):
    print(one.name.decode(), other.name.decode(), library.star_angle(one, other), flush=True)
