"""Readings of meters, sorted by meter: each group of the sorted ones is an iteration's own."""

import numpy as np
from numba import njit, prange


@njit
def group_starts(keys):
    starts = [0]
    for at in range(1, keys.size):
        if keys[at] != keys[at - 1]:
            starts.append(at)
    starts.append(keys.size)
    return np.array(starts)


@njit(parallel=True)
def ranked(starts, values):
    ranks = np.empty(values.size, np.int64)
    tops = np.empty(starts.size - 1)
    for group in prange(starts.size - 1):
        first = starts[group]
        last = starts[group + 1]
        order = np.argsort(values[first:last])
        for place in range(order.size):
            ranks[first + order[place]] = place
        tops[group] = values[first + order[-1]]
    return ranks, tops


def main():
    rng = np.random.default_rng(6)
    keys = np.sort(rng.integers(0, 900, 60_000))
    values = rng.random(keys.size)
    starts = group_starts(keys)
    ranks, tops = ranked(starts, values)
    assert np.allclose(tops, np.maximum.reduceat(values, starts[:-1]))
    assert ranks.max() < np.diff(starts).max()
    print(tops[:3].round(4))


main()
