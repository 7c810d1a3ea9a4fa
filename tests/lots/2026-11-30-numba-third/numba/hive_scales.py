"""Scales below beehives: weights in grams as they come, halved as the hives are split."""

import numpy as np
from numba import njit, types
from numba.experimental import structref


@structref.register
class HiveType(types.StructRef):
    def preprocess_fields(self, fields):
        return tuple((name, types.unliteral(kind)) for name, kind in fields)


class Hive(structref.StructRefProxy):
    def __new__(cls, number, grams):
        return structref.StructRefProxy.__new__(cls, number, grams)

    @property
    def grams(self):
        return grams_of(self)

    @property
    def number(self):
        return number_of(self)


structref.define_proxy(Hive, HiveType, ["number", "grams"])


@njit
def grams_of(hive):
    return hive.grams


@njit
def number_of(hive):
    return hive.number


@njit
def gain(hive):
    return hive.grams[-1] - hive.grams[0]


@njit
def split(hive, share):
    taken = hive.grams * share
    hive.grams = hive.grams - taken
    return Hive(hive.number + 100, taken)


class Apiary:
    def __init__(self, hives, days, seed):
        rng = np.random.default_rng(seed)
        self.hives = []
        for number in range(hives):
            grams = 18_000 + rng.integers(-100, 400, days).cumsum()
            self.hives.append(Hive(number, grams))

    def split_heaviest(self):
        heaviest = max(self.hives, key=gain)
        self.hives.append(split(heaviest, 0.5))

    def table(self):
        return {hive.number: hive.grams[-1] for hive in self.hives}


def main():
    apiary = Apiary(4, 30, 7)
    print(apiary.table())
    apiary.split_heaviest()
    print(apiary.table())


if __name__ == "__main__":
    main()
