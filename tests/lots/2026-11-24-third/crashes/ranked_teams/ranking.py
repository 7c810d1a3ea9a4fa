import ctypes

import numpy as np


class Ranking:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        pointer = ctypes.c_void_p
        self.library.ranking_by_points.argtypes = [pointer, ctypes.c_int, pointer]

    def order(self, points):
        numbers = np.arange(len(points), dtype=np.int32)
        self.library.ranking_by_points(numbers.ctypes.data, len(numbers), points.ctypes.data)
        return numbers
