"""Which train blocks the line ahead? Nearest train in front of each signal."""

import numpy as np
from numba import njit


@njit
def next_train(signal, heads, sight):
    distance = sight
    for at in range(len(heads)):
        ahead = heads[at] - signal
        if 0.0 <= ahead < distance:
            distance = ahead
            train = at
    return train


@njit
def blocked_by(signals, heads, sight):
    trains = np.empty(len(signals), dtype=np.int64)
    for at in range(len(signals)):
        trains[at] = next_train(signals[at], heads, sight)
    return trains


class Line:
    def __init__(self, length, spacing):
        self.signals = np.arange(0.0, length, spacing)
        self.names = []
        self.heads = []

    def enter(self, name, head):
        self.names.append(name)
        self.heads.append(head)

    def table(self, sight):
        for signal in self.signals:
            yield float(signal), self.names[next_train(signal, np.array(self.heads), sight)]


line = Line(12.0, 1.5)
for name, head in (("IC 12", 3.2), ("RB 7", 9.1), ("G 401", 10.4)):
    line.enter(name, head)
for signal, name in line.table(2.0):
    print(f"{signal:5.1f} km: {name}")
