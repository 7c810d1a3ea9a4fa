"""Windows that slide over a stream of heartbeats, from compiled generators."""

import numpy as np
from numba import njit


@njit
def windows(beats, seconds):
    start = 0
    for at in range(beats.size):
        while beats[at] - beats[start] > seconds:
            start += 1
        if at - start >= 2:
            yield start, at


@njit
def rates(beats, seconds):
    for start, end in windows(beats, seconds):
        yield 60.0 * (end - start) / (beats[end] - beats[start])


@njit
def summary(beats, seconds):
    low, high, count = 1e9, 0.0, 0
    for rate in rates(beats, seconds):
        low = min(low, rate)
        high = max(high, rate)
        count += 1
    return low, high, count


def heart(minutes, seed):
    rng = np.random.default_rng(seed)
    gaps = 0.8 + 0.15 * np.sin(np.arange(75 * minutes) / 40) + rng.normal(0, 0.02, 75 * minutes)
    return np.cumsum(gaps)


if __name__ == "__main__":
    low, high, count = summary(heart(10, 4), 15.0)
    print(f"between {low:.1f} and {high:.1f} a minute, {count} windows")
