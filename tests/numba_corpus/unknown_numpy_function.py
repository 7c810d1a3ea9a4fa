import numpy as np
from numba import njit


@njit
def spectrum(signal):
    return np.fft.fft(signal)  # fails: numba-unknown-attribute: np.fft.fft


print(spectrum(np.ones(8)))
