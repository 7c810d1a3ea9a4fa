"""A spectrum with its zero frequency in the middle, moved there in place."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def centre(spectrum):
    count = len(spectrum)
    for at in prange(count):
        other = (at + count // 2) % count
        kept = spectrum[at]
        spectrum[at] = spectrum[other]
        spectrum[other] = kept


signal = np.random.default_rng(2).normal(size=1 << 18)
signal += np.sin(np.arange(1 << 18) * 0.3)
spectrum = np.abs(np.fft.fft(signal))
centre(spectrum)
print("peak at", spectrum.argmax() - (1 << 17))
