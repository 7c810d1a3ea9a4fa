"""What is done with pictures in the main thread."""

import collections

from PyQt6.QtCore import QObject, pyqtSlot


class Histogram(QObject):
    def __init__(self, bins=16):
        super().__init__()
        self.bins = bins
        self.counts = [0] * bins
        self.pictures = 0

    @pyqtSlot(int, bytes)
    def add(self, number, picture):
        self.pictures += 1
        step = 256 // self.bins
        for value, count in collections.Counter(picture).items():
            self.counts[value // step] += count

    def brightest(self):
        return max(range(self.bins), key=self.counts.__getitem__)


class Sharpness(QObject):
    """How much neighbours differ: the larger, the sharper."""

    def __init__(self):
        super().__init__()
        self.values = collections.deque(maxlen=20)

    @pyqtSlot(int, bytes)
    def add(self, number, picture):
        pairs = zip(picture[::7], picture[1::7])
        self.values.append(sum(abs(a - b) for a, b in pairs))
