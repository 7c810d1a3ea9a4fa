"""Mixes stems of a recording into one."""

import numpy as np
from numba import njit


@njit
def soft(value):
    return value / (1.0 + abs(value))


@njit
def mix(drums, bass, voice, keys):
    count = min(len(drums), len(bass), len(voice), len(keys))
    mixed = np.empty(count)
    for at in range(count):
        mixed[at] = soft(0.9 * drums[at] + 0.8 * bass[at] + voice[at] + 0.5 * keys[at])
    return mixed


class Desk:
    def __init__(self):
        self.mixed = 0

    def take(self, stems):
        self.mixed += 1
        return mix(stems["drums"], stems["bass"], stems["voice"], stems["keys"])
