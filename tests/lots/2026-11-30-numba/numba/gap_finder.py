"""Gaps in the time stamps of a recorder."""

import numpy as np
from numba import njit


def stamps(count):
    rng = np.random.default_rng(11)
    steps = np.where(rng.random(count) < 0.01, rng.integers(30, 600, count), 1)
    return np.cumsum(steps)


@njit
def typical_step(times):
    return np.median(np.diff(times))


@njit
def collect(times, limit, into):
    for at in range(1, times.size):
        if times[at] - times[at - 1] > limit:
            into.append((times[at - 1], times[at]))


@njit
def gaps(times, factor):
    limit = factor * typical_step(times)
    found = []
    collect(times, limit, found)
    return found


@njit
def lost(times, factor):
    total = 0
    for begin, end in gaps(times, factor):
        total += end - begin
    return total


print("seconds lost:", lost(stamps(5000), 10.0))
