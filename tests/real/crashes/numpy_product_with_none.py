# A product of floats and None fails, and the iterator's buffers are cleared as if they held
# objects: they hold whatever was there before.
# https://github.com/numpy/numpy/pull/18450
import numpy as np


def scaled(table, factor):
    return table * factor  # <-- here


for size in (9_000, 17_000, 33_000, 65_000):
    for _ in range(40):
        dirty = [np.full(1 << n, 7.1e12) for n in range(3, 16)]
        del dirty
        try:
            scaled(np.ones((size, 2), dtype="f4"), None)
        except TypeError:
            pass
