"""Does any hour of a recording have a call? One flag an hour, and looked at behind the loop."""

import numpy as np
from numba import njit, prange


@njit
def loudness(part):
    total = 0.0
    for value in part:
        total += value * value
    return (total / len(part)) ** 0.5


@njit(parallel=True)
def calls(recording, size, limit):
    hours = len(recording) // size
    heard = np.zeros(hours, dtype=np.bool_)
    loudest = 0.0
    for hour in prange(hours):
        level = loudness(recording[hour * size : (hour + 1) * size])
        heard[hour] = level > limit
        loudest = max(loudest, level)
    return heard.any(), int(heard.sum()), loudest


recording = np.random.default_rng(1).normal(0, 1, 24 * 3000)
recording[30_000:31_000] *= 4.0
print(calls(recording, 3000, 1.5))
