"""How far up a beach do waves run, for many waves one after another?"""

import math
import time

import numpy as np
from numba import njit, objmode


class Table:
    """Run-up by slope, from a book."""

    def __init__(self):
        self.slopes = [0.02, 0.05, 0.1, 0.2]
        self.factors = [0.6, 0.9, 1.3, 1.7]

    def factor(self, slope):
        for known, factor in zip(self.slopes, self.factors):
            if slope <= known:
                return factor
        return self.factors[-1]


TABLE = Table()


@njit
def runup(heights, periods, slopes):
    highest = 0.0
    for at in range(heights.size):
        slope = slopes[at]
        with objmode(factor="float64"):
            factor = TABLE.factor(slope)
        length = 9.81 * periods[at] ** 2 / (2 * math.pi)
        highest = max(highest, factor * slope * math.sqrt(heights[at] * length))
    return highest


class Beach:
    def __init__(self, name, slope, seed):
        rng = np.random.default_rng(seed)
        self.name = name
        self.heights = rng.rayleigh(1.0, 200_000)
        self.periods = rng.normal(7.0, 0.8, 200_000)
        self.slopes = np.abs(rng.normal(slope, 0.01, 200_000))


@njit
def steepest(slopes):
    best = 0
    for at in range(slopes.size):
        if slopes[at] > slopes[best]:
            best = at
    return best


def main():
    for seed, slope in enumerate((0.03, 0.08)):
        beach = Beach(f"beach {seed}", slope, seed)
        print("steepest:", round(float(beach.slopes[steepest(beach.slopes)]), 3))
        start = time.perf_counter()
        height = runup(beach.heights, beach.periods, beach.slopes)
        print(f"{beach.name}: {height:.2f} m", "slow" if time.perf_counter() - start > 0.2 else "")


if __name__ == "__main__":
    main()
