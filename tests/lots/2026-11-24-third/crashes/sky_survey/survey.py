"""A picture of the whole sky, which is searched in stripes."""

import ctypes

import numpy as np
import stats


class Survey:
    def __init__(self, path, height, width):
        self.library = ctypes.CDLL(path)
        self.library.sky_brightest.restype = ctypes.c_ubyte
        self.pixels = np.zeros((height, width), dtype=np.uint8)

    @stats.counted
    def brightest(self, first, rows):
        height, width = self.pixels.shape
        if first + rows > height:
            raise ValueError("these rows are not there")
        return self.library.sky_brightest(
            ctypes.c_void_p(self.pixels.ctypes.data), width, first, rows
        )
