import numpy as np
from numba import njit


@njit
def peaks(signal):
    found = []  # fails: numba-untyped-list
    for i in range(1, signal.size - 1):
        if signal[i] > signal[i - 1] and signal[i] > signal[i + 1]:
            signal[i] = 0
    return len(found)


print(peaks(np.arange(5.0)))
