"""Visitors of a booth choose the steps for their photograph, and in what order."""

import itertools
import time

import numpy as np
from stages import apply, brighten, contrast, gamma, invert, posterize

STAGES = {
    "brighten": brighten,
    "contrast": contrast,
    "gamma": gamma,
    "invert": invert,
    "posterize": posterize,
}


class Booth:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.served = 0

    def photograph(self):
        return self.rng.uniform(0, 1, (64, 48))

    def serve(self, wishes):
        image = self.photograph()
        mean = apply(image, tuple(STAGES[wish] for wish in wishes))
        self.served += 1
        return mean


def main():
    booth = Booth(4)
    began = time.perf_counter()
    orders = list(itertools.permutations(STAGES, 3))[::5]
    for wishes in orders:
        print("+".join(wishes), round(booth.serve(wishes), 4))
    print(booth.served, "photographs in", round(time.perf_counter() - began), "s")


if __name__ == "__main__":
    main()
