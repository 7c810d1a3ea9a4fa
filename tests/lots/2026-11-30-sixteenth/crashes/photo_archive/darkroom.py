"""Photos of the archive, developed by its library, as arrays of numpy."""

import numpy as np

from _photo import ffi, lib


class Photo:
    def __init__(self, width, height, seed):
        developed = lib.photo_develop(width, height, seed)
        if developed == ffi.NULL:
            raise MemoryError
        self._photo = ffi.gc(developed, lib.photo_throw, size=width * height)

    @property
    def size(self):
        return self._photo.width, self._photo.height

    def __array__(self, dtype=None, copy=None):
        width, height = self.size
        buffer = ffi.buffer(self._photo.pixels, width * height)
        array = np.frombuffer(buffer, dtype=np.uint8).reshape(height, width)
        return array if dtype is None else array.astype(dtype)


def sharpness(pixels):
    inner = pixels[1:-1, 1:-1].astype(np.int16)
    return float(np.abs(inner - pixels[:-2, 1:-1]).mean() + np.abs(inner - pixels[1:-1, :-2]).mean())
