"""When to warn of frost. `coldest` works on arrays and on windows of a fixed width."""

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload


def coldest(values, width):
    return np.array([values[at : at + width].min() for at in range(len(values) - width + 1)])


@overload(coldest)
def coldest_compiled(values, width):
    if not isinstance(values, types.Array) or values.ndim != 1:
        raise TypingError("coldest: values has to be an array of one dimension")
    if not isinstance(width, types.Integer):
        raise TypingError("coldest: width has to be a whole number")

    def compiled(values, width):
        out = np.empty(len(values) - width + 1)
        for at in range(len(out)):
            out[at] = values[at : at + width].min()
        return out

    return compiled
