import numpy as np
from numba import njit


@njit("float64(float64[::1])")
def first(values):
    return values[0]


samples = np.arange(10.0)
print(first(samples[::2]))  # fails: numba-signature-mismatch: first(samples[::2])
