"""For each series the shift that fits best: the best one so far is the iteration's own."""

import numpy as np
from numba import njit, prange


@njit
def misfit(series, pattern, shift):
    total = 0.0
    for at in range(pattern.size):
        total += (series[at + shift] - pattern[at]) ** 2
    return total


@njit(parallel=True)
def best_shifts(many, pattern):
    shifts = np.empty(many.shape[0], np.int64)
    sums = np.empty(many.shape[0])
    for number in prange(many.shape[0]):
        best = -1
        least = np.inf
        for shift in range(many.shape[1] - pattern.size + 1):
            now = misfit(many[number], pattern, shift)
            if now < least:
                least = now
                best = shift
        shifts[number] = best
        sums[number] = least
    return shifts, sums


def main():
    rng = np.random.default_rng(7)
    pattern = np.sin(np.arange(40) / 4.0)
    hidden = rng.integers(0, 161, 2000)
    many = rng.normal(0.0, 0.1, (2000, 200))
    for number, shift in enumerate(hidden):
        many[number, shift : shift + 40] += pattern
    shifts, sums = best_shifts(many, pattern)
    print((shifts == hidden).mean(), sums.mean().round(3))


main()
