"""Ways to treat the ends of a profile: by a literal text, or by one that is known at run time."""

import numpy as np
from numba import types
from numba.extending import overload

FORMULA = "def weight_{reach}(at):\n    return ({reach} + 1 - abs(at)) / {total}\n"


def at_end(profile, index, mode):
    if mode == "wrap":
        return profile[index % len(profile)]
    return profile[min(max(index, 0), len(profile) - 1)]


@overload(at_end, prefer_literal=True)
def at_end_compiled(profile, index, mode):
    if isinstance(mode, types.StringLiteral) and mode.literal_value == "wrap":
        return lambda profile, index, mode: profile[index % len(profile)]
    if isinstance(mode, (types.UnicodeType, types.StringLiteral)):

        def by_text(profile, index, mode):
            if mode == "wrap":
                return profile[index % len(profile)]
            return profile[min(max(index, 0), len(profile) - 1)]

        return by_text
    return None


def made(reach):
    space = {}
    exec(FORMULA.format(reach=reach, total=(reach + 1) ** 2), space)
    return space[f"weight_{reach}"]


def expected(profile, reach, mode):
    weights = [made(reach)(at) for at in range(-reach, reach + 1)]
    padded = np.pad(profile, reach, mode=mode)
    return np.convolve(padded, weights, mode="valid")
