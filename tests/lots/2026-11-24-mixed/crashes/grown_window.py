"""A window over measured values that grows as more come in."""

import numpy as np


class Series:
    def __init__(self, size):
        self.values = np.zeros(size)
        self.count = 0

    def extend(self, more):
        if self.count + len(more) > len(self.values):
            self.values.resize(4 * len(self.values), refcheck=False)
        self.values[self.count : self.count + len(more)] = more
        self.count += len(more)


class Window:
    def __init__(self, series, start, stop):
        self.values = series.values[start:stop]

    def mean(self):
        return self.values.mean()  # <-- here


def main():
    series = Series(4_000_000)
    series.extend(np.ones(3_999_999))
    window = Window(series, 100, 3_000_000)
    print(window.mean(), flush=True)
    series.extend(np.ones(2_000_000))
    print(window.mean())


main()
