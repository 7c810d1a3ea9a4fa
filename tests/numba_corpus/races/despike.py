"""Spikes of many channels are taken out by a running median."""

import numpy as np
from numba import njit, prange

HALF = 4


@njit(parallel=True)
def despike(signal, limit):
    channels, samples = signal.shape
    clean = signal.copy()
    scratch = np.empty(2 * HALF + 1, signal.dtype)
    removed = 0
    for c in prange(channels):
        for t in range(HALF, samples - HALF):
            scratch[:] = signal[c, t - HALF : t + HALF + 1]  # fails: data-race: scratch
            scratch.sort()
            middle = scratch[HALF]
            if abs(signal[c, t] - middle) > limit:
                clean[c, t] = middle
                removed += 1
    return clean, removed


def main():
    rng = np.random.default_rng(13)
    signal = rng.normal(size=(16, 2_000))
    signal[rng.integers(0, 16, 50), rng.integers(0, 2_000, 50)] += 40
    clean, removed = despike(signal, 10.0)
    print(removed, float(np.abs(clean).max()) < 40)


if __name__ == "__main__":
    main()
