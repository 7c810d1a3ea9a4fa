"""Turn down the highest tones of a spectrum, in place."""

import numpy as np
from numba import njit


@njit
def turn_down(spectrum, above):
    for tone in range(above, len(spectrum)):
        spectrum[tone] *= 0.5


spectrum = np.frombuffer(bytes(8 * 16), dtype=np.float64)
turn_down(spectrum, 8)
print(spectrum.sum())
