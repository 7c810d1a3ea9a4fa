"""Adds the echo of a hall to a dry recording."""

import numpy as np
from numba import njit

RATE = 44_100


@njit
def with_echo(dry, lag, gain):
    wet = dry.copy()
    for at in range(dry.size):
        wet[at] += gain * dry[at - lag]
    return wet


def ticks(delay):
    """The delay in the ticks of the driver, which counts nanoseconds."""
    return int(delay * 1_000_000_000)


def tone(seconds):
    t = np.arange(int(seconds * RATE)) / RATE
    return np.sin(2 * np.pi * 440 * t) * np.exp(-t)


if __name__ == "__main__":
    dry = tone(5)
    for delay, gain in ((0.9, 0.4), (1.7, 0.2)):
        dry = with_echo(dry, ticks(delay), gain)
    print("loudest:", np.abs(dry).max().round(3))
