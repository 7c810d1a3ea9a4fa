from multiprocessing import shared_memory

import numpy as np

SLOTS, HEIGHT, WIDTH = 8, 48, 64


class Ring:
    """Frames in shared memory: the producer writes ahead of the consumer."""

    def __init__(self, name=None):
        size = 16 + SLOTS * HEIGHT * WIDTH
        self.memory = shared_memory.SharedMemory(name=name, create=name is None, size=size)
        self.head = np.ndarray((1,), np.int64, self.memory.buf, 0)
        self.tail = np.ndarray((1,), np.int64, self.memory.buf, 8)
        self.frames = np.ndarray((SLOTS, HEIGHT, WIDTH), np.uint8, self.memory.buf, 16)

    @property
    def name(self):
        return self.memory.name

    def write(self, frame):
        self.frames[self.head[0] % SLOTS] = frame
        self.head[0] += 1

    def full(self):
        return self.head[0] - self.tail[0] >= SLOTS

    def empty(self):
        return self.head[0] == self.tail[0]

    def read(self):
        frame = self.frames[self.tail[0] % SLOTS].copy()
        self.tail[0] += 1
        return frame
