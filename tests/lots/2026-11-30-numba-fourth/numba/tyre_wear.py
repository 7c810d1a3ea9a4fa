"""How long do tyres last on which track?"""

import numpy as np
from numba import njit


class Tyre:
    def __init__(self, name, softness):
        self.name = name
        self.softness = softness

    @njit
    @staticmethod
    def wear(load, slip, softness):
        total = 0.0
        for at in range(load.size):
            total += softness * load[at] * slip[at] ** 1.5
        return total

    def laps(self, load, slip, depth=8.0):
        return depth / Tyre.wear(load, slip, self.softness)


class Track:
    def __init__(self, corners, seed):
        rng = np.random.default_rng(seed)
        self.load = rng.uniform(2.0, 5.0, corners)
        self.slip = rng.uniform(0.01, 0.12, corners)


def main():
    tyres = [Tyre("hard", 0.05), Tyre("soft", 0.11)]
    for seed in (1, 2):
        track = Track(18, seed)
        for tyre in tyres:
            print(seed, tyre.name, round(tyre.laps(track.load, track.slip), 1), "laps")


if __name__ == "__main__":
    main()
