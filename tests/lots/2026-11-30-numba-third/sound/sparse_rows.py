"""A sparse matrix times a vector, and each of its rows scaled in place between its two ends."""

import numpy as np
from numba import njit, prange


@njit
def ends_of(starts, row):
    return starts[row], starts[row + 1]


@njit(parallel=True)
def scale_rows(starts, values):
    for row in prange(starts.size - 1):
        first, last = ends_of(starts, row)
        total = 0.0
        for at in range(first, last):
            total += values[at]
        if total > 0.0:
            for at in range(first, last):
                values[at] /= total


@njit(parallel=True)
def times(starts, columns, values, vector):
    out = np.empty(starts.size - 1)
    for row in prange(out.size):
        total = 0.0
        for at in range(starts[row], starts[row + 1]):
            total += values[at] * vector[columns[at]]
        out[row] = total
    return out


class Links:
    def __init__(self, pages, seed):
        rng = np.random.default_rng(seed)
        counts = rng.integers(0, 12, pages)
        self.starts = np.concatenate([[0], counts.cumsum()])
        self.columns = rng.integers(0, pages, counts.sum())
        self.values = rng.random(counts.sum())
        scale_rows(self.starts, self.values)

    def ranks(self, rounds):
        rank = np.ones(self.starts.size - 1)
        for _ in range(rounds):
            rank = 0.15 + 0.85 * times(self.starts, self.columns, self.values, rank)
        return rank


def main():
    links = Links(30_000, 8)
    first = links.ranks(10)
    for _ in range(3):
        assert (links.ranks(10) == first).all()
    sums = np.add.reduceat(np.append(links.values, 0.0), links.starts[:-1])
    print(round(first.mean(), 6), (np.abs(sums - 1) < 1e-9).mean().round(2) > 0.8)


if __name__ == "__main__":
    main()
