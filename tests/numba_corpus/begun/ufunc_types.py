import numpy as np
from numba import vectorize


@vectorize(["float64(float64, float64)", "float32(float32, float32)"])
def relative(a, b):
    return (a - b) / b


def report(measured, expected):
    ratio = relative(measured, expected)  # fails: numba-signature-mismatch: relative(measured, expected)
    return np.abs(ratio).max()


signal = np.fft.fft(np.random.rand(16))
print(report(signal, np.ones(16)))
