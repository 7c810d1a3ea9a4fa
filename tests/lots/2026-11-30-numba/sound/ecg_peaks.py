"""Heart beats from an ECG, by a generator that is compiled; and variability of the rate."""

import numpy as np
from numba import njit

RATE = 250


def ecg(seconds):
    rng = np.random.default_rng(16)
    signal = rng.normal(0, 0.03, seconds * RATE)
    at = 0.4
    while at < seconds - 0.5:
        centre = int(at * RATE)
        signal[centre - 4 : centre + 5] += np.hanning(9)
        at += rng.normal(0.85, 0.04)
    return signal


@njit
def peaks(signal, limit, dead):
    last = -dead
    for at in range(1, signal.size - 1):
        if at - last < dead or signal[at] < limit:
            continue
        if signal[at - 1] <= signal[at] > signal[at + 1]:
            yield at
            last = at


@njit
def intervals(signal, limit, dead):
    out = np.empty(signal.size // dead + 1)
    count = 0
    before = -1
    for at in peaks(signal, limit, dead):
        if before >= 0:
            out[count] = (at - before) / RATE
            count += 1
        before = at
    return out[:count]


@njit
def variability(beats):
    if beats.size < 2:
        return 0.0
    return np.sqrt((np.diff(beats) ** 2).mean())


beats = intervals(ecg(60), 0.6, 60)
print(beats.size, "beats,", round(60 / beats.mean(), 2), "a minute,", round(variability(beats), 4))
