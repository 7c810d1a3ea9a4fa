import numpy as np
from numba import njit


@njit
def spectrum(signal, full):
    n = signal.shape[0]
    if full:
        power = np.zeros((n, n))  # fails: numba-cannot-unify: np.zeros((n, n))
    else:
        power = np.zeros(n)
    for i in range(n):
        power[i] = signal[i] ** 2
    return power


print(spectrum(np.random.rand(8), False))
