"""The best matches of a pattern in a long signal: the lowest of those kept stands in front."""

import numpy as np
from numba import njit, prange


@njit
def sift(kept, count):
    at = 0
    while True:
        least = at
        for child in (2 * at + 1, 2 * at + 2):
            if child < count and kept[child] < kept[least]:
                least = child
        if least == at:
            return
        kept[at], kept[least] = kept[least], kept[at]
        at = least


@njit
def offer(kept, score):
    if score > kept[0]:
        kept[0] = score
        sift(kept, len(kept))


@njit
def score_at(signal, pattern, begin):
    total = 0.0
    for at in range(len(pattern)):
        total += signal[begin + at] * pattern[at]
    return total


@njit(parallel=True)
def best(signal, pattern, keep):
    kept = np.full(keep, -np.inf)
    for begin in prange(len(signal) - len(pattern) + 1):
        offer(kept, score_at(signal, pattern, begin))
    return np.sort(kept)[::-1]


def main():
    rng = np.random.default_rng(10)
    pattern = np.hanning(16)
    for _ in range(8):
        signal = rng.normal(0, 2.0, 2_000_000)
        found = best(signal, pattern, 200_000)
        right = np.sort(np.convolve(signal, pattern[::-1], "valid"))[::-1][:200_000]
        print("best", found[:3].round(2), "wrong", int((abs(found - right) > 1e-9).sum()), "of", len(found))


if __name__ == "__main__":
    main()
