"""The last pictures of a camera, the newest first, in one array."""

import ctypes

import numpy as np


class History:
    """push() is called for each picture, so the places are moved by one with memmove()."""

    def __init__(self, length):
        self.items = np.empty(length, dtype=object)
        self.length = length
        self.pushed = 0

    def push(self, item):
        size = self.items.itemsize
        start = self.items.ctypes.data
        ctypes.memmove(start + size, start, (self.length - 1) * size)
        self.items[0] = item
        self.pushed += 1

    def __len__(self):
        return min(self.pushed, self.length)

    def __getitem__(self, age):
        if age >= len(self):
            raise IndexError(age)
        return self.items[age]
