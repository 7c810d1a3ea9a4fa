"""Kepler's equation by Newton's method, for orbits of several shapes."""

import math
from functools import partial

from numba import njit


@njit
def anomaly(shape, mean, guess):
    return guess - shape * math.sin(guess) - mean


@njit
def slope(equation, at):
    return (equation(at + 1e-6) - equation(at - 1e-6)) / 2e-6


@njit
def root(equation, guess):
    for _ in range(50):
        step = equation(guess) / slope(equation, guess)
        guess -= step
        if abs(step) < 1e-12:
            break
    return guess


def main():
    print("at rest:", anomaly(0.2, 1.0, 1.0))
    for shape in (0.1, 0.4, 0.8):
        equation = partial(anomaly, shape, 1.0)
        print(shape, root(equation, 1.0))


if __name__ == "__main__":
    main()
