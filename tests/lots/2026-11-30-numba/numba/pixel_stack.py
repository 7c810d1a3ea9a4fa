"""Stack pictures of the night sky in a type that can be chosen."""

import numpy as np
from numba import njit


def exposures(count, size):
    rng = np.random.default_rng(17)
    return rng.poisson(40, (count, size, size)).astype(np.uint16)


@njit
def canvas(height, width, kind):
    return np.zeros((height, width), dtype=kind)


@njit
def stack(frames, kind):
    out = canvas(frames.shape[1], frames.shape[2], kind)
    for frame in frames:
        out += frame
    return out / frames.shape[0]


frames = exposures(12, 32)
for kind in (np.float64, np.float32):
    print(kind.__name__, stack(frames, kind).mean().round(3))
setting = "float32"
print(setting, stack(frames, setting).mean().round(3))
