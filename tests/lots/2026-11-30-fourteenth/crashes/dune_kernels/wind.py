"""A desert in the wind, some days long."""

import argparse

import numpy as np

import dunes


class Desert:
    def __init__(self, side, seed):
        self.chance = np.random.default_rng(seed)
        self.sand = self.chance.random((side, side)) * 4

    def blow(self, strength):
        taken = np.minimum(self.sand, strength * self.chance.random(self.sand.shape))
        self.sand = self.sand - taken + np.roll(taken, 3, axis=1)

    def settle(self, steep=1.0):
        self.sand = dunes.erode(self.sand, steep)

    @property
    def highest(self):
        return dunes.highest(self.sand)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=5)
    parser.add_argument("--side", type=int, default=200)
    options = parser.parse_args()
    desert = Desert(options.side, 5)
    for day in range(options.days):
        desert.blow(0.6)
        print(f"day {day}: {desert.highest:.2f} m", flush=True)
        desert.settle()


if __name__ == "__main__":
    main()
