"""Samples of a microphone in one long array, which grows in place as it gets full."""

import numpy as np


class Samples:
    def __init__(self, room):
        self.data = np.zeros(room)
        self.used = 0

    def add(self, block):
        if self.used + len(block) > len(self.data):
            self.data.resize(4 * len(self.data), refcheck=False)
        self.data[self.used : self.used + len(block)] = block
        self.used += len(block)

    def window(self, begin, end):
        return self.data[begin:end]
