"""Events of a detector that are loud enough, put together without gaps, in three passes."""

import numpy as np
from numba import njit, prange

BLOCK = 512


@njit(parallel=True)
def count_blocks(energy, limit):
    blocks = (len(energy) + BLOCK - 1) // BLOCK
    counts = np.zeros(blocks, dtype=np.int64)
    for block in prange(blocks):
        for at in range(block * BLOCK, min(len(energy), (block + 1) * BLOCK)):
            if energy[at] > limit:
                counts[block] += 1
    return counts


@njit(parallel=True)
def gather(energy, limit, first):
    """Each block writes from its own place on: `first` has one more than there are blocks."""
    found = np.empty(first[-1], dtype=np.int64)
    for block in prange(len(first) - 1):
        place = first[block]
        for at in range(block * BLOCK, min(len(energy), (block + 1) * BLOCK)):
            if energy[at] > limit:
                found[place] = at
                place += 1
    return found


def loud(energy, limit):
    counts = count_blocks(energy, limit)
    first = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=first[1:])
    return gather(energy, limit, first)


class Detector:
    def __init__(self, channels, seed):
        self.rng = np.random.default_rng(seed)
        self.channels = channels

    def __repr__(self):
        return f"Detector({self.channels})"

    def run(self, events):
        return self.rng.gamma(1.5, 2.0, size=events)


def main():
    energy = Detector(16, seed=13).run(40_000)
    for limit in (2.0, 8.0, 30.0):
        found = loud(energy, limit)
        assert (found == np.nonzero(energy > limit)[0]).all()
        print(limit, len(found))


if __name__ == "__main__":
    main()
