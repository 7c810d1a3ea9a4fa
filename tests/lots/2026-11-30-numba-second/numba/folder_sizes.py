"""Sizes of folders with everything below them, from the two arrays that a file system gives."""

import numpy as np
from numba import njit


@njit
def first_child(parents):
    first = np.full(parents.size, -1)
    after = np.full(parents.size, -1)
    for at in range(parents.size - 1, 0, -1):
        after[at] = first[parents[at]]
        first[parents[at]] = at
    return first, after


@njit
def full_sizes(parents, sizes):
    first, after = first_child(parents)
    full = sizes.copy()

    def add_below(folder):
        child = first[folder]
        while child >= 0:
            full[folder] += add_below(child)
            child = after[child]
        return full[folder]

    add_below(0)
    return full


@njit
def above(full, limit):
    count = 0
    for size in full:
        if size > limit:
            count += 1
    return count


class Disk:
    def __init__(self, folders, seed):
        rng = np.random.default_rng(seed)
        self.parents = np.zeros(folders, np.int64)
        for at in range(1, folders):
            self.parents[at] = rng.integers(0, at)
        self.sizes = rng.integers(0, 5_000_000, folders)

    def report(self, limit):
        full = full_sizes(self.parents, self.sizes)
        return full[0], above(full, limit)


def main():
    total, large = Disk(5000, 2).report(100_000_000)
    print(f"{total / 1e9:.2f} GB in all, {large} folders above 100 MB")


if __name__ == "__main__":
    main()
