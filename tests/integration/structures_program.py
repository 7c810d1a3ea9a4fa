"""Tells where a structure of ctypes has its pointers, and waits for a line of input."""

import ctypes
import json
import sys


class Image(ctypes.Structure):
    _fields_ = [
        ("width", ctypes.c_int),
        ("flags", ctypes.c_int, 3),
        ("data", ctypes.POINTER(ctypes.c_float)),
    ]


class Frame(ctypes.Structure):
    _fields_ = [("image", Image), ("label", ctypes.c_char_p), ("other", ctypes.POINTER(Image))]


def main():
    image, frame = Image(), Frame(label=b"x")
    frame.other = ctypes.pointer(image)
    at, other = ctypes.addressof(frame), ctypes.addressof(image)
    inside = Frame.image.offset + Image.data.offset
    places = {
        ".image.data": at + inside,
        ".label": at + Frame.label.offset,
        ".other": at + Frame.other.offset,
        ".other.contents.data": other + Image.data.offset,
    }
    pointers = [
        [name, place, ctypes.c_size_t.from_address(place).value] for name, place in places.items()
    ]
    print(json.dumps([id(frame), pointers]), flush=True)
    sys.stdin.readline()


main()
