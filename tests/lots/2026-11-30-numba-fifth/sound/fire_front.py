"""How a fire spreads from tree to tree: each one looks whether a neighbour burnt before."""

import numpy as np
from numba import njit, prange


class Forest:
    def __init__(self, trees, reach, seed):
        rng = np.random.default_rng(seed)
        self.place = rng.uniform(0, 1, size=(trees, 2))
        near = [self.within(at, reach) for at in range(trees)]
        self.starts = np.cumsum([0] + [len(one) for one in near])
        self.near = np.concatenate(near)

    def within(self, at, reach):
        distance = np.hypot(*(self.place - self.place[at]).T)
        return np.nonzero((distance < reach) & (distance > 0))[0]


@njit(parallel=True)
def next_hour(minute, starts, near, hour):
    """Trees that begin to burn in this hour; their number is summed up."""
    after = minute.copy()
    lit = 0
    for tree in prange(len(minute)):
        if minute[tree] < 0:
            for at in range(starts[tree], starts[tree + 1]):
                if minute[near[at]] == hour - 1:
                    after[tree] = hour
                    lit += 1
                    break
    return after, lit


def burn(forest, first):
    hours = np.full(len(forest.place), -1)
    hours[first] = 0
    hour, lit = 0, 1
    while lit:
        hour += 1
        hours, lit = next_hour(hours, forest.starts, forest.near, hour)
    return hours


def survivors(hours):
    return int((hours < 0).sum())


def checked(forest, hours):
    for tree in range(len(hours)):
        around = hours[forest.near[forest.starts[tree] : forest.starts[tree + 1]]]
        if hours[tree] > 0:
            assert (around == hours[tree] - 1).any()
    return hours


if __name__ == "__main__":
    forest = Forest(1500, 0.045, seed=6)
    hours = checked(forest, burn(forest, 0))
    print("burnt:", int((hours >= 0).sum()), "in", int(hours.max()), "hours")
