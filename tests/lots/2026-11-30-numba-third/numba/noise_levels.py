"""How many minutes of a day had which noise? Levels from the quietest to the loudest one."""

import numpy as np
from numba import njit


@njit
def extremes(levels):
    return levels.min(), levels.max()


@njit
def smoothed(levels, width):
    out = np.empty(levels.size - width + 1)
    for at in range(out.size):
        out[at] = levels[at : at + width].mean()
    return out


@njit
def histogram(levels, classes):
    low, high = extremes(levels)
    counts = np.zeros(classes, np.int64)
    for level in levels:
        counts[int((level - low) / (high - low) * classes)] += 1
    return counts


@njit
def exceeded(counts, share):
    left = share * counts.sum()
    for at in range(counts.size - 1, -1, -1):
        left -= counts[at]
        if left <= 0.0:
            return at
    return 0


class Station:
    def __init__(self, name, base, seed):
        rng = np.random.default_rng(seed)
        self.name = name
        day = base + 8.0 * np.sin(2 * np.pi * (np.arange(1440) - 360) / 1440)
        self.levels = day + rng.gamma(2.0, 2.0, 1440)

    def night(self):
        return self.levels[: 6 * 60].mean()

    def report(self, classes=24):
        counts = histogram(smoothed(self.levels, 5), classes)
        return f"{self.name:10} {counts.sum()} minutes, a tenth is above class {exceeded(counts, 0.1)}"


def main():
    for seed, (name, base) in enumerate((("school", 48.0), ("crossing", 63.0), ("park", 41.0))):
        station = Station(name, base, seed)
        print(f"{name:10} {station.night():.1f} dB at night")
        print(Station(name, base, seed).report())


if __name__ == "__main__":
    main()
