import array
import math
from multiprocessing import shared_memory


class Plate:
    """A row of strips in shared memory; each step reads the neighbours' edges."""

    def __init__(self, strips, width, name=None):
        self.strips, self.width = strips, width
        size = strips * width * 8
        self.memory = shared_memory.SharedMemory(name=name, create=name is None, size=size)
        self.cells = self.memory.buf[:size].cast("d")

    def warm(self):
        for index in range(self.strips * self.width):
            self.cells[index] = 20 + 5 * math.sin(index)
        return self

    def strip(self, number):
        return self.cells[number * self.width : (number + 1) * self.width]

    def edges(self, number):
        first, last = number * self.width, (number + 1) * self.width - 1
        left = self.cells[first - 1] if first else self.cells[first]
        right = self.cells[last + 1] if last + 1 < len(self.cells) else self.cells[last]
        return left, right

    def mean(self):
        return sum(self.cells) / len(self.cells)

    def close(self, unlink=False):
        self.cells.release()
        self.memory.close()
        if unlink:
            self.memory.unlink()


def smooth(strip, left, right):
    padded = array.array("d", [left, *strip, right])
    return [(padded[i - 1] + 2 * padded[i] + padded[i + 1]) / 4 for i in range(1, len(padded) - 1)]
