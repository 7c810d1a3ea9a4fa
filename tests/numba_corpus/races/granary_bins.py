"""Sacks of a granary are counted by their weight."""
import numpy as np
from numba import njit, prange


@njit(parallel=True)
def counted(weights, width, many):
    bins = [0 for _ in range(many)]
    for sack in prange(len(weights)):
        place = min(int(weights[sack] / width), many - 1)
        bins[place] += 1  # fails: data-race: bins
    return bins


@njit
def middle(bins, many):
    seen = 0
    for place in range(len(bins)):
        seen += bins[place]
        if 2 * seen >= many:
            return place
    return -1


def main():
    weights = np.random.default_rng(21).normal(50.0, 8.0, 300_000)
    bins = counted(weights, 5.0, 24)
    print("sacks:", sum(bins), "middle:", middle(bins, len(weights)))


if __name__ == "__main__":
    main()
