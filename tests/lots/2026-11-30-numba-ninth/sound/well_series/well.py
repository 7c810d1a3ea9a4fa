"""Readings of one well, in a jitclass all of whose fields are set at once."""

import numpy as np
from numba import float64, int64, types
from numba.experimental import jitclass
from numba.typed import List

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
        self.depths = np.zeros(max(1, room))
        self.marks = List.empty_list(int64)

    def keep(self, depth):
        self.deepest = max(self.deepest, depth)
        self.depths[self.count % len(self.depths)] = depth
        self.count += 1

    def mark(self, number):
        self.marks.append(number)
        return len(self.marks)

    @property
    def mean(self):
        return self.depths[: min(self.count, len(self.depths))].mean() if self.count else 0.0
