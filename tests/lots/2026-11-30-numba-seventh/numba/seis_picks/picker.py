"""The picker: when does a wave arrive? By the ratio of a short and a long mean of its energy."""

import numpy as np
from numba import float64, int64
from numba.experimental import jitclass


@jitclass(
    [
        ("short", int64),
        ("long", int64),
        ("limit", float64),
        ("energy", float64[:]),
    ]
)
class Picker:
    def __init__(self, samples, short, long, limit):
        self.short = short
        self.long = long
        self.limit = limit
        self.energy = np.zeros(samples + 1)

    def prepare(self, trace):
        total = 0.0
        for at in range(len(trace)):
            total += trace[at] * trace[at]
            self.energy[at + 1] = total

    def ratio(self, at):
        near = (self.energy[at] - self.energy[at - self.short]) / self.short
        far = (self.energy[at] - self.energy[at - self.long]) / self.long
        return near / (far + 1e-9)

    def arrival(self, trace):
        self.prepare(trace)
        for at in range(self.long, len(trace) + 1):
            if self.ratio(at) > self.limit:
                return at
        return -1
