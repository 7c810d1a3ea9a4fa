"""The left channel of a recording, as the words of its digest."""

import numpy as np
from numba import njit


@njit
def words(samples):
    left = samples[::2]
    return left.view(np.uint32)


samples = np.arange(16, dtype=np.float64)
print(hex(int(np.bitwise_xor.reduce(words(samples)))))
