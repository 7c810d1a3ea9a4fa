"""Moments of a recording that are louder than a limit, put together into one array."""

import numpy as np
from numba import njit, prange


@njit
def power(samples, at, width):
    total = 0.0
    for offset in range(width):
        total += samples[at + offset] ** 2
    return total / width


@njit(parallel=True)
def loud(samples, width, limit):
    moments = samples.size // width
    found = np.zeros(moments, np.int64)
    used = np.zeros(1, np.int64)
    for moment in prange(moments):
        if power(samples, moment * width, width) > limit:
            found[used[0]] = moment
            used[0] += 1
    return found[: used[0]]


@njit
def longest_silence(moments):
    """The most moments that lie between two loud ones."""
    most = 0
    for at in range(1, moments.size):
        most = max(most, moments[at] - moments[at - 1])
    return most


class Recording:
    def __init__(self, samples, seed):
        rng = np.random.default_rng(seed)
        self.samples = rng.normal(0.0, 1.0, samples)

    def loud(self, limit):
        return loud(self.samples, 4, limit)


def main():
    recording = Recording(4_000_000, 2)
    for _ in range(10):
        moments = recording.loud(1.0)
        silence = longest_silence(np.sort(moments))
        print("at most", silence, "quiet ones,", end=" ")
        print(moments.size, "moments,", np.unique(moments).size, "different ones")


if __name__ == "__main__":
    main()
