"""One half of a strip of film is mixed into the other, which is a view of the same array."""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def mix(strip, share):
    middle = len(strip) // 2
    left = strip[:middle]
    right = strip[middle:]
    for at in prange(middle):
        left[at] = (1.0 - share) * left[at] + share * right[middle - 1 - at]
    for at in prange(len(right)):
        right[at] *= 1.0 - share


strip = np.random.default_rng(2).random(200_001)
expected = strip.copy()
half = len(strip) // 2
expected[:half] = 0.7 * expected[:half] + 0.3 * expected[half : 2 * half][::-1]
expected[half:] *= 0.7
mix(strip, 0.3)
assert np.allclose(strip, expected)
print(strip[:3].round(4), strip[-3:].round(4))
