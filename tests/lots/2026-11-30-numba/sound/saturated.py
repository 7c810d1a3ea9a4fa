"""A function that Python and compiled code share, for numbers and for arrays."""

import numpy as np
from numba import njit, types
from numba.extending import overload


def saturated(value, limit):
    return np.clip(value, -limit, limit)


@overload(saturated)
def compiled_saturated(value, limit):
    if isinstance(value, types.Array):

        def of_array(value, limit):
            out = np.empty_like(value)
            for at in range(value.size):
                out[at] = min(max(value[at], -limit), limit)
            return out

        return of_array
    if isinstance(value, types.Number):
        return lambda value, limit: min(max(value, -limit), limit)
    return None


@njit
def distorted(samples, limit):
    soft = saturated(samples, limit)
    return soft + 0.1 * saturated(samples.sum(), limit)


samples = np.random.default_rng(8).normal(0, 1, 64)
print(distorted(samples, 0.5).sum().round(6))
