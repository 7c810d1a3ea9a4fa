"""Water levels of wells, some of whose rows are broken."""

import numpy as np
from numba import njit


@njit
def checked(level, depth):
    if level < 0.0 or level > depth:
        raise ValueError("a level beyond the well")
    return level


@njit
def mean_level(levels, depth):
    total, used = 0.0, 0
    for level in levels:
        try:
            total += checked(level, depth)
            used += 1
        except Exception as problem:
            print("left out:", problem)
    return total / used


@njit
def trend(levels):
    n = levels.size
    x = np.arange(n) - (n - 1) / 2
    return (x * levels).sum() / (x * x).sum()


class Well:
    def __init__(self, name, depth, seed):
        rng = np.random.default_rng(seed)
        self.name = name
        self.depth = depth
        self.levels = rng.normal(depth / 2, depth / 8, 200)
        self.levels[rng.integers(0, 200, 3)] = -99.0

    def line(self):
        good = self.levels[self.levels >= 0]
        return f"{self.name:10}{trend(good):8.4f}{mean_level(self.levels, self.depth):8.2f}"


@njit
def longest_dry(levels, least):
    best = run = 0
    for level in levels:
        run = run + 1 if level < least else 0
        best = max(best, run)
    return best


def main():
    print("dry:", longest_dry(Well("test", 12.0, 9).levels, 5.0))
    for seed, name in enumerate(("mill", "church", "meadow")):
        print(Well(name, 12.0 + seed, seed).line())


if __name__ == "__main__":
    main()
