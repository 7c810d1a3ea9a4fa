import numpy as np
from numba import njit
from numba.extending import overload


def clamp(x, low, high):
    return min(max(x, low), high)


@overload(clamp)
def clamp_impl(x, low, high):
    def impl(value, lo, hi):  # fails: numba-declaration
        if value < lo:
            return lo
        return min(value, hi)

    return impl


@njit
def clip_all(a):
    for i in range(a.size):
        a[i] = clamp(a[i], 0.0, 1.0)
    return a


print(clip_all(np.array([-1.0, 0.5, 2.0])))
