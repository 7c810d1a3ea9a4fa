"""Plates as observatories write them: a header, and numbers row by row."""

import struct

import numpy as np


def write_plate(stream, image):
    stream.write(struct.pack(">4sII", b"PLAT", *image.shape))
    stream.write(image.astype(">f4").tobytes())


class Plate:
    def __init__(self, stream):
        magic, rows, columns = struct.unpack(">4sII", stream.read(12))
        if magic != b"PLAT":
            raise ValueError("not a plate")
        numbers = np.frombuffer(stream.read(4 * rows * columns), dtype=">f4")
        self.image = numbers.reshape(rows, columns).copy()

    def background(self):
        return float(np.median(self.image))
