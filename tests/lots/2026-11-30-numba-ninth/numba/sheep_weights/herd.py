"""Sheep that are chosen by a rule, and their weights."""

import numpy as np
from numba import njit


@njit
def chosen(weights, ages, rule):
    count = 0
    for at in range(len(weights)):
        if rule(weights[at], ages[at]):
            count += 1
    return count


@njit
def heavy_for_age(weights, ages, share):
    mean = weights.mean()
    return chosen(weights, ages, lambda weight, age: weight > mean * share and age < 4)


class Herd:
    def __init__(self, count, seed):
        rng = np.random.default_rng(seed)
        self.weights = rng.normal(62.0, 8.0, count)
        self.ages = rng.integers(0, 9, count)

    def for_market(self, share):
        return heavy_for_age(self.weights, self.ages, share)
