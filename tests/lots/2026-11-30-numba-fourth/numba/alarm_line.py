"""Which reading of a production line went beyond its limit last?"""

import numpy as np
from numba import njit, prange


@njit
def smooth(readings, at, width):
    low = max(0, at - width)
    total = 0.0
    for k in range(low, at + 1):
        total += readings[k]
    return total / (at + 1 - low)


@njit(parallel=True)
def last_alarm(readings, limit, width):
    found = np.full(2, -1.0)
    for at in prange(readings.size):
        value = smooth(readings, at, width)
        if value > limit:
            found[0] = at
            found[1] = value
    return found


@njit(parallel=True)
def alarms(readings, limit, width):
    count = 0
    for at in prange(readings.size):
        if smooth(readings, at, width) > limit:
            count += 1
    return count


class Line:
    def __init__(self, name, seed):
        rng = np.random.default_rng(seed)
        self.name = name
        self.readings = rng.normal(10.0, 1.0, 300_000)

    def report(self, limit):
        count = alarms(self.readings, limit, 20)
        at, value = last_alarm(self.readings, limit, 20)
        return f"{self.name}: {count} alarms, the last one at {int(at)} ({value:.3f})"


def expected(line, limit, width=20):
    sums = np.concatenate(([0.0], np.cumsum(line.readings)))
    values = (sums[width + 1 :] - sums[: -width - 1]) / (width + 1)
    return int(np.nonzero(values > limit)[0].max() + width)


def main():
    for seed, name in enumerate(("press", "oven", "saw")):
        line = Line(name, seed)
        print(line.report(10.4), "- by hand:", expected(line, 10.4))


if __name__ == "__main__":
    main()
