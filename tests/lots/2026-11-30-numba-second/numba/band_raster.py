"""Echoes of a laser scanner, sorted into bands and samples."""

import numpy as np
from numba import njit

BANDS = 6


@njit
def band_of(strength):
    for band in range(BANDS - 1):
        if strength < (band + 1) / BANDS:
            return band
    return BANDS - 1


@njit
def deposit(counts, samples, strengths):
    for at in range(samples.size):
        counts[samples[at], band_of(strengths[at])] += 1


@njit
def densest(counts):
    best = 0
    for band in range(counts.shape[0]):
        if counts[band].sum() > counts[best].sum():
            best = band
    return best


@njit
def quiet(counts, limit):
    """The longest stretch of samples without echoes."""
    longest = run = 0
    for sample in range(counts.shape[1]):
        if counts[:, sample].sum() > limit:
            run = 0
        else:
            run += 1
            longest = max(longest, run)
    return longest


class Scanner:
    def __init__(self, samples, seed=5):
        self.samples = samples
        self.rng = np.random.default_rng(seed)
        self.counts = np.zeros((BANDS, samples), np.int64)

    def sweep(self, echoes):
        low, high = self.samples // 3, self.samples
        samples = self.rng.integers(low, high, echoes)
        strengths = self.rng.beta(2, 5, echoes)
        return samples, strengths

    def run(self, sweeps):
        for _ in range(sweeps):
            deposit(self.counts, *self.sweep(20_000))
        return self.counts


def main():
    scanner = Scanner(60_000)
    counts = scanner.run(5)
    print("quiet for", quiet(counts, 0), "samples")
    print("most echoes in band", densest(counts), "of", counts.sum())


if __name__ == "__main__":
    main()
