"""When the tide was last above a mark, for each harbour."""

import ctypes
import math
import os

import numpy as np

library = ctypes.CDLL(os.environ["PEAKS"])
library.last_peak.restype = ctypes.c_long
library.last_peak.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_float]


def checked(function):
    """Arrays of the right type only."""

    def inner(curve, *rest):
        if curve.dtype != np.float32 or not curve.flags.c_contiguous:
            raise TypeError("float32, in one piece")
        return function(curve, *rest)

    return inner


@checked
def last_above(curve, mark):
    found = library.last_peak(curve.ctypes.data, len(curve), mark)
    return None if found < 0 else found


def curve(harbour, minutes=60 * 24 * 365):
    time = np.arange(minutes, dtype=np.float32) / 60
    return (2 + harbour * 0.1) * np.cos(time * (math.tau / 12.42), dtype=np.float32)


def main():
    for harbour, mark in enumerate((1.5, 1.9, 2.0, math.inf)):
        print("harbour", harbour, last_above(curve(harbour), mark), flush=True)


if __name__ == "__main__":
    main()
