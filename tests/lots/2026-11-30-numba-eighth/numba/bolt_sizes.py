"""How many bolts of each size are in the boxes? Sizes are told apart as they are printed on them."""

import numpy as np
from numba import njit, types
from numba.typed import Dict


@njit
def label(size):
    return "M" + str(size)


@njit
def tally(sizes):
    counts = Dict.empty(types.unicode_type, types.int64)
    for size in sizes:
        key = label(size)
        counts[key] = counts.get(key, 0) + 1
    return counts


def main():
    rng = np.random.default_rng(21)
    sizes = rng.choice(np.array([2.5, 3.0, 4.0, 5.0, 6.0, 8.0]), 500)
    counts = tally(sizes)
    for key in sorted(counts):
        print(key, counts[key])
    print("kinds", len(counts))


if __name__ == "__main__":
    main()
