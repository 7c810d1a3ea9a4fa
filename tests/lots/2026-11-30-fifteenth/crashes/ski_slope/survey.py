"""Heights of a slope, as the laser scanner wrote them."""

import numpy as np


class Survey:
    def __init__(self, name, rows, columns, seed):
        self.name = name
        chance = np.random.default_rng(seed)
        fall = np.linspace(2400, 1700, columns, dtype=np.float32)
        self.heights = fall + chance.normal(0, 0.4, (rows, columns)).astype(np.float32)

    def smoothed(self, over=3):
        kernel = np.ones(over, dtype=np.float32) / over
        return np.stack([np.convolve(row, kernel, "same") for row in self.heights])
