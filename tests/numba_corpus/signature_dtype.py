import numpy as np
from numba import float64, njit


@njit(float64(float64[:], float64))
def scaled(values, factor):
    return (values * factor).sum()


counts = np.arange(4)
print(scaled(counts, 0.5))  # fails: numba-signature-mismatch: scaled(counts, 0.5)
