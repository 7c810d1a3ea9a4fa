"""Crates of a warehouse: a name, and the weights of what is in each of their shelves."""

import numpy as np
from numba import njit, types
from numba.core.extending import overload, overload_method
from numba.experimental import structref


@structref.register
class CrateType(types.StructRef):
    def preprocess_fields(self, fields):
        return tuple((name, types.unliteral(kind)) for name, kind in fields)


class Crate(structref.StructRefProxy):
    def __new__(cls, number, weights):
        return structref.StructRefProxy.__new__(cls, number, weights)

    @property
    def number(self):
        return number_of(self)

    def __getitem__(self, shelf):
        return weight_at(self, shelf)

    def __len__(self):
        return shelves_of(self)


structref.define_proxy(Crate, CrateType, ["number", "weights"])


@njit
def number_of(crate):
    return crate.number


@njit
def weight_at(crate, shelf):
    return crate.weights[shelf]


@njit
def shelves_of(crate):
    return len(crate.weights)


@overload(len)
def crate_len(crate):
    if isinstance(crate, CrateType):
        return lambda crate: len(crate.weights)


@overload_method(CrateType, "total")
def crate_total(crate):
    def total(crate):
        return crate.weights.sum()

    return total


@njit
def heaviest(crate):
    best = 0
    for shelf in range(len(crate)):
        if crate[shelf] > crate[best]:
            best = shelf
    return best, crate.total()


def main():
    rng = np.random.default_rng(13)
    for number in range(3):
        crate = Crate(number, rng.uniform(1, 20, 8).round(1))
        print(crate.number, len(crate), crate[2])
        print(heaviest(crate))


if __name__ == "__main__":
    main()
