"""Mix some tracks; each has a chain of effects, made by a compiled factory."""

import numpy as np
from numba import njit


@njit
def gain(factor):
    def apply(sample):
        return factor * sample

    return apply


@njit
def mix(tracks, levels):
    out = np.zeros(tracks.shape[1])
    for k in range(tracks.shape[0]):
        effect = gain(levels[k])
        for at in range(tracks.shape[1]):
            out[at] += effect(tracks[k, at])
    return out


tracks = np.random.default_rng(1).normal(0, 1, (4, 256))
print(np.abs(mix(tracks, np.array([0.5, 0.2, 0.2, 0.1]))).max().round(3))
