# A scalar and a list are added into an array of no dimensions: its strides are read all the same.
# https://github.com/numpy/numpy/issues/21673
import numpy as np


def add_offset(offset, values, out):
    return np.add(offset, values, out=out)  # <-- here


print(add_offset(1.0, [1.0, 2.0], np.empty(2)))
print(add_offset(1.0, [1.0, 2.0], np.empty(())))  # <-- also
