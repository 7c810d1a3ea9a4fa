"""Frames become a signal again."""

import numpy as np
from numba import njit, prange


@njit
def lay(part, frame, window):
    for at in range(len(part)):
        part[at] += frame[at] * window[at]


@njit(parallel=True)
def put_together(frames, window, hop, length):
    signal = np.zeros(length)
    size = len(window)
    for number in prange(len(frames)):
        first = number * hop
        lay(signal[first : first + size], frames[number], window)
    return signal
