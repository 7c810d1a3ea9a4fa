"""Which length of a moving mean takes the hum out of a recording best?"""

import numpy as np
from numba import literally, njit


@njit
def mean_of(samples, start, width):
    total = 0.0
    for at in range(width):
        total += samples[start + at]
    return total / width


@njit
def smoothed(samples, width):
    literally(width)
    out = np.empty(samples.size - width + 1)
    for at in range(out.size):
        out[at] = mean_of(samples, at, width)
    return out


@njit
def roughness(curve):
    total = 0.0
    for at in range(1, curve.size):
        total += (curve[at] - curve[at - 1]) ** 2
    return total / curve.size


def recording(rate=800, seconds=5):
    t = np.arange(rate * seconds) / rate
    noise = np.random.default_rng(0).normal(0, 0.05, t.size)
    return np.sin(2 * np.pi * 2 * t) + 0.4 * np.sin(2 * np.pi * 50 * t) + noise


def scan(samples, widths):
    results = {}
    for width in widths:
        results[width] = roughness(smoothed(samples, width))
    return results


if __name__ == "__main__":
    results = scan(recording(), range(3, 27, 2))
    best = min(results, key=results.get)
    print("best width:", best, "samples")
