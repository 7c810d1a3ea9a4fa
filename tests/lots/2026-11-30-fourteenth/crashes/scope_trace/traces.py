"""Traces, and what is measured of them."""

from collections import deque
from dataclasses import dataclass

import numpy as np

import scope


@dataclass
class Measured:
    channel: int
    peak: float
    rms: float
    crossings: int


class Channel:
    """The last traces of a channel; older ones go."""

    def __init__(self, number, keep):
        self.number = number
        self.traces = deque(maxlen=keep)

    def acquire(self, samples):
        self.traces.append(scope.trace(self.number, samples))

    def measure(self):
        newest = self.traces[-1]
        signs = np.signbit(newest)
        return Measured(
            self.number,
            float(np.abs(newest).max()),
            float(np.sqrt(np.mean(newest**2))),
            int(np.count_nonzero(signs[1:] != signs[:-1])),
        )
