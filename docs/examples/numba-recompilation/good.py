"""Tones of some pitches; each sample is computed by a compiled function."""

import math

from numba import njit


@njit
def sample(at, pitch):
    return math.sin(at * pitch / 44100 * 2 * math.pi)


for pitch in (220, 262, 330, 392, 440):
    print(pitch, round(max(sample(at, pitch) for at in range(200)), 3))
