"""Where the windows of a signal lie."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Plan:
    size: int
    hop: int
    rate: int
    window: np.ndarray = field(init=False)

    def __post_init__(self):
        if self.size % self.hop:
            raise ValueError("the size has to be a multiple of the hop")
        self.window = np.hanning(self.size) * (2 * self.hop / self.size)

    def count(self, length):
        return 1 + (length - self.size) // self.hop


def cut(signal, plan):
    starts = np.arange(plan.count(len(signal))) * plan.hop
    return signal[starts[:, None] + np.arange(plan.size)] * plan.window
