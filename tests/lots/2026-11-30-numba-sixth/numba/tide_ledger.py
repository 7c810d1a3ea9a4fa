"""High water at a harbour: a table from days to heights, kept in a compiled class."""

import numpy as np
from numba import float64, types
from numba.experimental import jitclass
from numba.typed import Dict

heights_type = types.DictType(types.NPDatetime, float64)


@jitclass([("heights", heights_type), ("mean", float64)])
class Ledger:
    def __init__(self, heights, mean):
        self.heights = heights
        self.mean = mean

    def add(self, day, height):
        self.heights[day] = height

    def above(self, limit):
        count = 0
        for height in self.heights.values():
            if height - self.mean > limit:
                count += 1
        return count


class Harbour:
    def __init__(self, first, mean):
        self.first = np.datetime64(first, "D")
        self.ledger = Ledger(Dict.empty(types.NPDatetime("D"), float64), mean)

    def year(self, seed):
        rng = np.random.default_rng(seed)
        for day in range(365):
            moon = np.cos(2 * np.pi * day / 14.77)
            self.ledger.add(self.first + day, 4.2 + 0.9 * moon + rng.normal(0, 0.2))
        return self

    def floods(self):
        return self.ledger.above(1.1)


def main():
    for year in (2024, 2025):
        print(year, Harbour(f"{year}-01-01", 4.2).year(year).floods(), "days")


if __name__ == "__main__":
    main()
