"""The slope of a hillside at the middle of many profiles that cross it."""

import numpy as np
from fitting import slopes, workspace


class Hillside:
    def __init__(self, profiles, points, seed):
        rng = np.random.default_rng(seed)
        self.xs = np.linspace(-1.0, 1.0, points)
        self.truth = rng.normal(0, 0.4, profiles)
        bends = rng.normal(0, 0.1, (profiles, 1))
        self.heights = self.truth[:, None] * self.xs + bends * self.xs**2
        self.heights += rng.normal(0, 0.01, self.heights.shape)


def main():
    work = workspace(4)
    for seed in range(3):
        hill = Hillside(20_000, 60, seed)
        found = slopes(hill.xs, hill.heights, work)
        far = np.abs(found - hill.truth)
        print("profiles", len(found), "mean error", round(float(np.nanmean(far)), 4), "bad", int((far > 0.2).sum()))


if __name__ == "__main__":
    main()
