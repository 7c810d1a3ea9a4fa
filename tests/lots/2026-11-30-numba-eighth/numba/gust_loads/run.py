"""Loads on a bridge in storms, each with a seed of its own so that it can be told again."""

import numpy as np
from gusts import ride


class Storm:
    def __init__(self, name, mean, spread, seed=None):
        self.name = name
        self.mean = mean
        self.spread = spread
        self.random = np.random.RandomState(seed)

    def hours(self, count):
        for _ in range(count):
            yield ride(self.random, 6000, self.mean, self.spread)


class Bridge:
    def __init__(self, limit):
        self.limit = limit
        self.log = []

    def weather(self, storm, hours):
        angles = list(storm.hours(hours))
        self.log.append((storm.name, max(angles), sum(angle > self.limit for angle in angles)))

    def report(self):
        return [f"{name}: {most:.3f}, above the limit {above} times" for name, most, above in self.log]


def main():
    bridge = Bridge(0.9)
    for seed, (name, mean) in enumerate((("breeze", 8.0), ("gale", 17.0), ("storm", 24.0))):
        bridge.weather(Storm(name, mean, 0.2 * mean, seed), 6)
    print("\n".join(bridge.report()))


if __name__ == "__main__":
    main()
