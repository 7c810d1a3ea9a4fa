"""Heights of trees, counted by each thread in a row of its own and added up behind the loop."""

import numpy as np
from numba import get_num_threads, get_thread_id, njit, prange


@njit
def bin_of(height, width, bins):
    return min(int(height / width), bins - 1)


@njit(parallel=True)
def histogram(heights, width, bins):
    own = np.zeros((get_num_threads(), bins), np.int64)
    for at in prange(heights.size):
        own[get_thread_id(), bin_of(heights[at], width, bins)] += 1
    return own.sum(axis=0)


@njit
def median_bin(counts):
    half = counts.sum() / 2
    for at in range(counts.size):
        half -= counts[at]
        if half <= 0:
            return at
    return -1


class Forest:
    def __init__(self, trees, seed):
        rng = np.random.default_rng(seed)
        self.heights = rng.gamma(9.0, 2.2, trees)

    def by_height(self, width=2.0, bins=25):
        counts = histogram(self.heights, width, bins)
        assert counts.sum() == self.heights.size
        return counts


def main():
    for seed in range(3):
        counts = Forest(400_000, seed).by_height()
        print(f"forest {seed}: half are below {2 * (median_bin(counts) + 1)} m")


if __name__ == "__main__":
    main()
