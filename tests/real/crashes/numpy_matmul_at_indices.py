# A function over matrices is asked for single items by `at`, which knows only functions of numbers.
# https://github.com/numpy/numpy/issues/21301
import numpy as np


def scaled_at(values, rows, factors):
    np.matmul.at(values, rows, factors)  # <-- here
    return values


table = np.arange(12.0).reshape(4, 3)
print(scaled_at(table, [0, 2], np.ones((2, 3))))  # <-- also
