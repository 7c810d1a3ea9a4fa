"""A year on the reef: corals grow where there is light."""

import numpy as np
from compat import CORES
from light import light_on


class Reef:
    def __init__(self, corals, seed):
        rng = np.random.default_rng(seed)
        self.corals = np.column_stack(
            (rng.uniform(0, 50, corals), rng.uniform(0, 20, corals), rng.uniform(2, 15, corals))
        )

    def month(self, clarity):
        light = light_on(self.corals, clarity, 1.5)
        self.corals[:, 2] = np.maximum(0.5, self.corals[:, 2] - 0.02 * light)
        return light.mean()


def main():
    reef = Reef(3000, 6)
    print("cores", CORES)
    for month in range(1, 13):
        clarity = 8.0 + 3.0 * np.cos(month / 6 * np.pi)
        print(month, round(float(reef.month(clarity)), 4))


if __name__ == "__main__":
    main()
