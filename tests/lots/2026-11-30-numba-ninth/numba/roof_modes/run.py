"""Smooths the profiles of roofs that were measured from the air."""

import numpy as np
from numba import njit
from smoothing import at_end, triangle


@njit
def smooth(profile, weights, mode):
    reach = len(weights) // 2
    result = np.zeros(len(profile))
    for at in range(len(profile)):
        for step in range(-reach, reach + 1):
            result[at] += weights[step + reach] * at_end(profile, at + step, mode)
    return result


class Roof:
    def __init__(self, name, mode, seed):
        self.name = name
        self.mode = mode
        rng = np.random.default_rng(seed)
        self.profile = 4.0 + np.abs(np.linspace(-2, 2, 80)) + rng.normal(0, 0.1, 80)

    def height(self):
        return float(smooth(self.profile, triangle(3), self.mode).max())


def main():
    for roof in (Roof("barn", "edge", 1), Roof("tower", "wrap", 2)):
        print(roof.name, round(roof.height(), 3))


if __name__ == "__main__":
    main()
