"""One function for numbers, pairs, arrays and what is missing, chosen as it is compiled."""

import numpy as np
from numba import njit, types
from numba.extending import overload


def size_of(thing):
    raise NotImplementedError("for compiled code only")


@overload(size_of)
def size_of_overload(thing):
    if isinstance(thing, types.Number):
        return lambda thing: float(abs(thing))
    if isinstance(thing, types.UniTuple) and thing.count == 2:
        return lambda thing: np.sqrt(float(thing[0] ** 2 + thing[1] ** 2))
    if isinstance(thing, types.Array):
        return lambda thing: np.sqrt((thing * thing).sum())
    if isinstance(thing, (types.NoneType, types.Omitted)):
        return lambda thing: 0.0


@njit
def report(number, pair, array, missing=None):
    return size_of(number) + size_of(pair) + size_of(array) + size_of(missing)


@njit
def larger(a, b):
    return a if size_of(a) > size_of(b) else b


if __name__ == "__main__":
    print(report(-3, (3.0, 4.0), np.array([2.0, 2.0, 1.0])))
    print(larger((1.0, 1.0), (0.5, 2.0)), larger(-7, 4))
