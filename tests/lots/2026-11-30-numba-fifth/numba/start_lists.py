"""Starting order of an orienteering race: by class, then by ranking, the best ones last."""

import numpy as np
from numba import njit


@njit
def starting_order(classes, ranking):
    return np.lexsort((-ranking, classes))


@njit
def start_times(classes, order, first, interval):
    times = np.empty(len(order), dtype=np.int64)
    now = first
    for place in range(len(order)):
        if place and classes[order[place]] != classes[order[place - 1]]:
            now += interval
        times[order[place]] = now
        now += interval
    return times


rng = np.random.default_rng(3)
classes = rng.integers(0, 4, 30)
ranking = rng.permutation(30)
order = starting_order(classes, ranking)
print(start_times(classes, order, 36_000, 120))
