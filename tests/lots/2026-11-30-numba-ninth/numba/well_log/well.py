"""Readings of one well, of which some are kept."""

import numpy as np
from numba import float64, int64, types
from numba.experimental import jitclass

SPEC = [
    ("deepest", float64),
    ("count", int64),
    ("depths", float64[:]),
    ("marks", types.ListType(int64)),
]


@jitclass(SPEC)
class Well:
    def __init__(self, deepest, room):
        self.deepest = deepest
        self.count = 0
        if room > 0:
            self.depths = np.zeros(room)

    def keep(self, depth):
        if depth > self.deepest:
            self.deepest = depth
        place = self.count % max(1, len(self.depths))
        self.depths[place] = depth
        self.count += 1
        return place

    def mark(self, number):
        self.marks.append(number)
        return len(self.marks)

    def mean(self):
        if self.count == 0:
            return 0.0
        return self.depths[: min(self.count, len(self.depths))].mean()
