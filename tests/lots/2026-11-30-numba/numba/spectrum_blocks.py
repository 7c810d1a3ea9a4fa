"""Power of a recording in blocks, with every second sample left out where it is quiet."""

import numpy as np
from numba import njit

RATE = 8000


def recording(seconds):
    at = np.arange(seconds * RATE) / RATE
    loud = (np.floor(at * 2) % 2 == 0) * 0.9 + 0.1
    return loud * np.sin(2 * np.pi * 440 * at)


@njit
def window(size):
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / size)


@njit
def blocks(samples, size):
    whole = samples.size // size * size
    return samples[:whole].reshape(-1, size)


@njit
def power(samples, size):
    shape = window(size)
    cut = blocks(samples, size)
    out = np.empty(cut.shape[0])
    for k in range(cut.shape[0]):
        out[k] = ((cut[k] * shape) ** 2).mean()
    return out


@njit
def loudest(levels):
    best = 0
    for k in range(levels.size):
        if levels[k] > levels[best]:
            best = k
    return best


class Meter:
    def __init__(self, size, sparse):
        self.size = size
        self.sparse = sparse

    def samples(self, recorded):
        if self.sparse:
            return recorded[::2]
        return recorded

    def levels(self, recorded):
        return 10 * np.log10(power(self.samples(recorded), self.size) + 1e-12)


def main():
    recorded = recording(3)
    for meter in (Meter(1000, sparse=False), Meter(1000, sparse=True)):
        levels = meter.levels(recorded)
        print(levels.size, "blocks, loudest", loudest(levels), levels.max().round(1), "dB")


if __name__ == "__main__":
    main()
