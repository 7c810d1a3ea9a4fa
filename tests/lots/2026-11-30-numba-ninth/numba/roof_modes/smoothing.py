"""Ways to treat the ends of a profile, chosen by a name."""

import numpy as np
from numba import types
from numba.extending import overload


def at_end(profile, index, mode):
    if mode == "wrap":
        return profile[index % len(profile)]
    return profile[min(max(index, 0), len(profile) - 1)]


@overload(at_end)
def at_end_compiled(profile, index, mode):
    if isinstance(mode, types.StringLiteral):
        if mode.literal_value == "wrap":
            return lambda profile, index, mode: profile[index % len(profile)]
        if mode.literal_value == "edge":
            return lambda profile, index, mode: profile[min(max(index, 0), len(profile) - 1)]
    return None


def triangle(reach):
    weights = np.array([reach + 1 - abs(at) for at in range(-reach, reach + 1)], dtype=np.float64)
    return weights / weights.sum()
