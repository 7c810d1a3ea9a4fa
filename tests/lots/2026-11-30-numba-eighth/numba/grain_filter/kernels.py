"""Filters over the neighbourhood of each pixel, as C functions for scipy."""

from numba import carray, cfunc, types
from scipy import LowLevelCallable

SIGNATURE = types.intc(
    types.CPointer(types.float64), types.intc, types.CPointer(types.float64), types.voidptr
)


def kernel(function):
    return LowLevelCallable(cfunc(SIGNATURE, nopython=True)(function).ctypes)


@kernel
def spread(values_at, count, result, data):
    values = carray(values_at, (count,), dtype=types.float64)
    low, high = values[0], values[0]
    for value in values:
        low = min(low, value)
        high = max(high, value)
    result[0] = high - low
    return 1


@kernel
def roughness(values_at, count, result, data):
    values = carray(values_at, (count,), dtype=types.float64)
    mean = 0.0
    for value in values:
        mean += value / count
    total = 0.0
    for value in values:
        total += (value - mean) ** 2
    result[0] = (total / count) ** 0.5
    return 1


KERNELS = {"spread": spread, "roughness": roughness}
