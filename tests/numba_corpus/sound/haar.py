"""One level of a wavelet transform, there and back."""

import numpy as np
from numba import njit, prange

ROOT = np.sqrt(2.0)


@njit(parallel=True)
def forward(signal):
    half = signal.size // 2
    out = np.empty(2 * half)
    for k in prange(half):
        a = signal[2 * k]
        b = signal[2 * k + 1]
        out[k] = (a + b) / ROOT
        out[half + k] = (a - b) / ROOT
    return out


@njit(parallel=True)
def backward(parts):
    half = parts.size // 2
    out = np.empty(2 * half)
    for k in prange(half):
        out[2 * k] = (parts[k] + parts[half + k]) / ROOT
        out[2 * k + 1] = (parts[k] - parts[half + k]) / ROOT
    return out


def main():
    signal = np.random.default_rng(3).random(1 << 12)
    print(np.allclose(backward(forward(signal)), signal))


main()
