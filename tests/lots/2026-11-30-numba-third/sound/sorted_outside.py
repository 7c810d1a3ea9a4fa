"""Blocks of object mode that declare what they give: an array of floats, and a whole number."""

import bisect

import numpy as np
from numba import njit, objmode


@njit
def spread(values):
    return values.max() - values.min()


@njit
def rank_of(values, value):
    with objmode(ordered="float64[::1]", place="int64"):
        ordered = np.array(sorted(values.tolist(), key=abs))
        place = bisect.bisect_left([abs(each) for each in ordered], abs(value))
    return ordered, place, spread(ordered)


def main():
    values = np.random.default_rng(11).normal(size=50)
    ordered, place, width = rank_of(values, 0.5)
    assert (np.diff(np.abs(ordered)) >= 0).all()
    assert place == (np.abs(values) < 0.5).sum() and width == np.ptp(values)
    print(place)


main()
