"""Shortest ways from a hut to all others: each round looks at every path once."""

import numpy as np
from numba import njit, prange


@njit
def start(huts, source):
    out = np.full(huts, np.inf)
    out[source] = 0.0
    return out


@njit(parallel=True)
def relax(far, ends, lengths):
    for path in prange(lengths.size):
        a = ends[path, 0]
        b = ends[path, 1]
        if far[a] + lengths[path] < far[b]:
            far[b] = far[a] + lengths[path]
        if far[b] + lengths[path] < far[a]:
            far[a] = far[b] + lengths[path]


@njit(parallel=True)
def reached(far, limit):
    count = 0
    for hut in prange(far.size):
        if far[hut] <= limit:
            count += 1
    return count


class Map:
    def __init__(self, huts, paths, seed):
        rng = np.random.default_rng(seed)
        self.huts = huts
        self.ends = rng.integers(0, huts, (paths, 2))
        self.lengths = rng.gamma(2.0, 3.0, paths)

    def distances(self, source, rounds):
        far = start(self.huts, source)
        for _ in range(rounds):
            relax(far, self.ends, self.lengths)
        return far


def longest_path(land):
    return round(float(land.lengths.max()), 2)


def main():
    land = Map(20_000, 200_000, 5)
    print("longest path:", longest_path(land))
    sums = set()
    for _ in range(8):
        far = land.distances(0, 2)
        sums.add(round(float(far[np.isfinite(far)].sum()), 6))
        count = reached(far, 15.0)
    print(count, "within 15 km,", len(sums), "different sums")


if __name__ == "__main__":
    main()
