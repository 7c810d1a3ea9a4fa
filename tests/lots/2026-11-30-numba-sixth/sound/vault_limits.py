"""Grams of gold in a vault, in whole numbers that fit, kept within limits of their kind."""

import numpy as np
from numba import njit, types


@njit(locals={"total": types.int64, "bars": types.int32})
def weigh(grams, least, most):
    total = 0
    bars = 0
    for value in np.clip(grams, least, most):
        total += value
        bars += 1
    return total, bars


@njit
def spread(grams):
    counts, edges = np.histogram(grams, 5)
    kinds = np.unique(grams)
    return counts, edges[-1] - edges[0], len(kinds)


class Vault:
    def __init__(self, bars, seed):
        rng = np.random.default_rng(seed)
        self.grams = rng.integers(11_000, 13_500, bars)

    def check(self):
        total, bars = weigh(self.grams, 11_500, 13_000)
        assert total == int(np.clip(self.grams, 11_500, 13_000).sum())
        assert bars == len(self.grams)
        counts, width, kinds = spread(self.grams)
        assert (counts == np.histogram(self.grams, 5)[0]).all()
        assert kinds == len(np.unique(self.grams))
        return total, width


def main():
    for bars in (10, 1000, 200_000):
        print(bars, *Vault(bars, bars).check())


if __name__ == "__main__":
    main()
