"""Steps of a photograph, of one signature each, in a list of first-class functions: compiled once."""

import itertools

import numpy as np
from numba import float64, njit, types
from numba.typed import List

STEP = float64(float64)


@njit(STEP)
def brighten(value):
    return min(1.0, value * 1.15)


@njit(STEP)
def gamma(value):
    return value**0.85


@njit(STEP)
def invert(value):
    return 1.0 - value


@njit
def apply(image, steps):
    total = 0.0
    for value in image.flat:
        for step in steps:
            value = step(value)
        total += value
    return total / image.size


def main():
    image = np.random.default_rng(4).uniform(0, 1, (40, 30))
    for order in itertools.permutations((brighten, gamma, invert)):
        steps = List.empty_list(types.FunctionType(STEP))
        for step in order:
            steps.append(step)
        print(round(apply(image, steps), 4))
    assert len(apply.signatures) == 1


if __name__ == "__main__":
    main()
