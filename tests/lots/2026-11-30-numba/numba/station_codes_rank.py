"""Ranks of stations by how often they are asked for."""

import numpy as np
from numba import njit, objmode


def ranked(counts):
    """Ranks, the highest count first; equal ones share the mean of theirs."""
    order = np.argsort(-counts, kind="stable")
    ranks = np.empty(counts.size)
    ranks[order] = np.arange(1, counts.size + 1)
    for count in np.unique(counts):
        same = counts == count
        ranks[same] = ranks[same].mean()
    return ranks


@njit
def tally(requests, stations):
    counts = np.zeros(stations, dtype=np.int64)
    for station in requests:
        counts[station] += 1
    return counts


@njit
def top(requests, stations, places):
    counts = tally(requests, stations)
    with objmode(ranks="int64[:]"):
        ranks = ranked(counts)
    chosen = 0
    for station in range(stations):
        if ranks[station] <= places:
            chosen += 1
    return chosen, ranks.max()


requests = np.random.default_rng(14).geometric(0.2, 4000) % 25
print(top(requests, 25, 5))
