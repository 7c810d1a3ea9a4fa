"""Makes the plates of a poster: Pillow reads it, the library makes four inks of it."""

import ctypes
import sys

import numpy as np
from PIL import Image

library = ctypes.CDLL(sys.argv[1])
library.plates_convert.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long]


def poster(width, height, mode):
    picture = Image.linear_gradient("L").resize((width, height))
    return Image.merge(mode, [picture] * len(mode))


def plates(picture):
    colours = np.array(picture)
    inks = np.empty((picture.height, picture.width, 4), np.uint8)
    library.plates_convert(colours.ctypes.data, inks.ctypes.data, picture.width * picture.height)
    return Image.fromarray(inks, "CMYK")


for width, height, mode in ((900, 600, "RGBA"), (9000, 6000, "RGB")):
    print(plates(poster(width, height, mode)).getpixel((1, 1)), flush=True)
