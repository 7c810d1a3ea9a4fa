"""A herd of cows as records; each gets her ration and her new weight."""

import numpy as np
from numba import njit, prange

COW = np.dtype([("number", np.int32), ("weight", np.float64), ("milk", np.float64), ("feed", np.float64)])


@njit
def ration(weight, milk):
    return 0.02 * weight + 0.4 * milk


@njit(parallel=True)
def feed(herd, days):
    for at in prange(herd.size):
        cow = herd[at]
        for _ in range(days):
            cow.feed = ration(cow.weight, cow.milk)
            cow.weight += 0.01 * (cow.feed - 0.02 * cow.weight - 0.35 * cow.milk)
            herd[at].milk = 0.998 * herd[at].milk
    return herd["feed"].sum()


@njit(parallel=True)
def renumber(herd, first):
    for at in prange(herd.size):
        herd["number"][at] = first + at


class Farm:
    def __init__(self, cows, seed=2):
        rng = np.random.default_rng(seed)
        self.herd = np.zeros(cows, dtype=COW)
        self.herd["weight"] = rng.normal(650, 40, cows)
        self.herd["milk"] = rng.normal(28, 5, cows)

    def week(self):
        return feed(self.herd, 7)


def by_hand(herd, days):
    weight, milk = herd["weight"].copy(), herd["milk"].copy()
    for _ in range(days):
        given = 0.02 * weight + 0.4 * milk
        weight = weight + 0.01 * (given - 0.02 * weight - 0.35 * milk)
        milk = 0.998 * milk
    return weight, given.sum()


def main():
    farm = Farm(20_000)
    weight, given = by_hand(farm.herd, 7)
    total = farm.week()
    renumber(farm.herd, 1000)
    print(bool(np.allclose(farm.herd["weight"], weight)), bool(np.isclose(total, given)))
    print(farm.herd["number"][0], farm.herd["number"][-1])


if __name__ == "__main__":
    main()
