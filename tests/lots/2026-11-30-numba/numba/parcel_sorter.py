"""Parcels sorted to the bays of a depot, by weight and place."""

import random

from numba import jit


class Parcel:
    __slots__ = ("weight", "zone")

    def __init__(self, weight, zone):
        self.weight = weight
        self.zone = zone


def delivered(count):
    random.seed(5)
    return [Parcel(random.uniform(0.2, 30.0), random.randrange(12)) for _ in range(count)]


@jit(forceobj=True)
def loads(parcels, bays):
    sums = [0.0] * bays
    for parcel in parcels:
        bay = parcel.zone % bays
        lightest = bay
        for other in range(bays):
            if sums[other] < sums[lightest] - 50.0:
                lightest = other
        sums[lightest] += parcel.weight
    return sums


print([round(load) for load in loads(delivered(60_000), 6)])
