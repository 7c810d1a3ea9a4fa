"""Tones of some pitches; each sample is computed by a compiled function."""

import math

from numba import njit


def tone(pitch):
    @njit
    def sample(at):
        return math.sin(at * pitch / 44100 * 2 * math.pi)

    return sample


tones = {pitch: tone(pitch) for pitch in (220, 262, 330, 392, 440)}
for pitch, sample in tones.items():
    print(pitch, round(max(sample(at) for at in range(200)), 3))
