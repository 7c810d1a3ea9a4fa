"""A callback for a C library that merges sensors: the weighted mean of their values."""

import ctypes

import numpy as np
from numba import carray, cfunc, types

number = types.float64
pointer = types.CPointer(types.float64)


@cfunc(number(pointer, pointer, types.int64))
def merged(values_at, weights_at, count):
    values = carray(values_at, count)
    weights = carray(weights_at, count)
    total = 0.0
    norm = 0.0
    for at in range(count):
        total += values[at] * weights[at]
        norm += weights[at]
    return total / norm


@cfunc(number(pointer, types.int64))
def spread(values_at, count):
    values = carray(values_at, count)
    low = high = values[0]
    for at in range(1, count):
        low = min(low, values[at])
        high = max(high, values[at])
    return high - low


def address(array):
    if array is None:
        return None
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


class Fusion:
    """Calls the callback as the library does: by its address, with plain pointers."""

    def __init__(self, callback, spread):
        number = ctypes.c_double
        pointer = ctypes.POINTER(number)
        kind = ctypes.CFUNCTYPE(number, pointer, pointer, ctypes.c_int64)
        self.call = kind(callback.address)
        self.call_spread = ctypes.CFUNCTYPE(number, pointer, ctypes.c_int64)(spread.address)

    def spread(self, values):
        return self.call_spread(address(values), values.size)

    def merge(self, values, weights=None):
        return self.call(address(values), address(weights), values.size)


def sensors(count, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(20, 1, count), rng.uniform(0.5, 2, count)


def main():
    fusion = Fusion(merged, spread)
    values, weights = sensors(40)
    print("spread:", round(fusion.spread(values), 3))
    print("weighted:", round(fusion.merge(values, weights), 3))
    print("plain:", round(fusion.merge(values), 3))


if __name__ == "__main__":
    main()
