"""The heaviest and the lightest days of a beehive."""

import numpy as np
from ordering import ORDERS


class Hive:
    def __init__(self, name, days, seed):
        rng = np.random.default_rng(seed)
        self.name = name
        self.weights = 32.0 + rng.normal(0, 0.3, days).cumsum()

    def extremes(self, count):
        up = ORDERS["rising"].sort(self.weights.copy())
        down = ORDERS["falling"].sort(self.weights.copy())
        return up[:count], down[:count]


def report(hives):
    lines = []
    for hive in hives:
        lightest, heaviest = hive.extremes(3)
        lines.append(f"{hive.name}: {lightest.round(1)} to {heaviest.round(1)}")
    return "\n".join(lines)


def main():
    hives = [Hive("garden", 200, 1), Hive("roof", 200, 2), Hive("meadow", 90, 3)]
    print("weighed", sum(len(hive.weights) for hive in hives), "days")
    print(report(hives))


if __name__ == "__main__":
    main()
