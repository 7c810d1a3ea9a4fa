import math
import time

import numpy as np


class Microphone:
    """Blocks in real time; read() waits until the block is over."""

    def __init__(self, rate, seconds):
        self.rate = rate
        self.seconds = seconds
        self.start = time.monotonic()
        self.blocks = 0

    def read(self):
        self.blocks += 1
        time.sleep(max(0, self.start + self.blocks * self.seconds - time.monotonic()))
        samples = np.arange(int(self.rate * self.seconds))
        return (0.3 * np.sin(2 * math.pi * 330 * samples / self.rate)).astype(np.float32)
