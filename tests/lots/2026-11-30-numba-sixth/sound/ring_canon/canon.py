"""All voices of a canon at once; each one is worked on in a buffer that its iteration makes."""

import numpy as np
from numba import njit, prange
from parts import fill, reverse, smooth


@njit(parallel=True)
def voices(tune, count, delay):
    out = np.empty((count, len(tune)))
    for voice in prange(count):
        buffer = np.empty(len(tune))
        fill(buffer, tune, voice * delay)
        if voice % 2:
            reverse(buffer)
        smooth(buffer, 0.5)
        out[voice] = buffer
    return out
