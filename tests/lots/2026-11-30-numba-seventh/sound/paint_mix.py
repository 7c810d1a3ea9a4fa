"""Paint by shares or by names of mixtures: one function, two implementations."""

import numpy as np
from numba import njit, types
from numba.core.errors import TypingError
from numba.extending import overload


def mixed(red, blue, share=0.5):
    return share * red + (1.0 - share) * blue


@overload(mixed)
def mixed_compiled(red, blue, share=0.5):
    if isinstance(red, types.Array) and isinstance(blue, types.Array):

        def of_arrays(red, blue, share=0.5):
            out = np.empty_like(red)
            for at in range(len(red)):
                out[at] = share * red[at] + (1.0 - share) * blue[at]
            return out

        return of_arrays
    if isinstance(red, types.Number) and isinstance(blue, types.Number):
        return lambda red, blue, share=0.5: share * red + (1.0 - share) * blue
    raise TypingError("paint is a number or an array")


@njit
def wall(red, blue):
    first = mixed(red, blue)
    second = mixed(red, blue, share=0.25)
    return first.sum() + second.sum() + mixed(1.0, 2.0) + mixed(3, 4.0, 0.1)


print(wall(np.arange(5.0), np.ones(5)))
