# The type of numpy's dispatched functions is called without arguments: its constructor fails, and
# the deallocation clears fields that were never set.
# https://github.com/numpy/numpy/issues/28788
import numpy as np


def blank(thing):
    return type(thing)()  # <-- here


for thing in (3, "text", [1], np.atleast_1d):
    print(blank(thing))
