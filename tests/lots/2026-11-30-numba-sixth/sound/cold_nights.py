"""An overload that refuses what it is not made for, and is used for what it is."""

import numpy as np
from numba import njit, types
from numba.core.errors import TypingError
from numba.extending import overload


def lowest(values, width=3):
    return min(float(values[at : at + width].mean()) for at in range(len(values) - width + 1))


@overload(lowest)
def lowest_compiled(values, width=3):
    if not isinstance(values, types.Array):
        raise TypingError("lowest: values has to be an array")

    def compiled(values, width=3):
        best = np.inf
        for at in range(len(values) - width + 1):
            best = min(best, values[at : at + width].mean())
        return best

    return compiled


@njit
def nights(temperatures, limit):
    cold = 0
    for night in range(len(temperatures)):
        if lowest(temperatures[night]) < limit or lowest(temperatures[night], 5) < limit + 1:
            cold += 1
    return cold


temperatures = np.random.default_rng(5).normal(4, 3, (200, 12))
expected = sum(lowest(row) < 0 or lowest(row, 5) < 1 for row in temperatures)
assert nights(temperatures, 0.0) == expected
print(expected, "of", len(temperatures))
